import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import type { Config } from '../config.js';
import { documentRules } from './rules.js';

const MAX_DOCUMENTS = 500;

/** Documents that were parsed and validated before; those not used for longest are forgotten. */
export class Documents {
  private readonly known = new Map<string, DocumentNode>();
  private readonly rules: readonly ValidationRule[];

  constructor(
    readonly schema: GraphQLSchema,
    private readonly config: Pick<Config, 'introspection' | 'limits'>,
  ) {
    const closed = config.introspection ? [] : [NoSchemaIntrospectionCustomRule];
    this.rules = [...specifiedRules, ...documentRules(config.limits), ...closed];
  }

  /** The document of `source`, or what is wrong with it. */
  read(source: string): DocumentNode | readonly GraphQLError[] {
    const document = this.known.get(source) ?? this.parse(source);
    if (!isDocument(document)) return document;
    this.known.delete(source);
    this.known.set(source, document);
    if (this.known.size > MAX_DOCUMENTS) this.known.delete(this.known.keys().next().value ?? '');
    return document;
  }

  private parse(source: string): DocumentNode | readonly GraphQLError[] {
    try {
      const document = parse(source, { maxLexicalTokens: this.config.limits.graphTokens });
      const errors = validate(this.schema, document, this.rules);
      return errors.length > 0 ? errors.map((error) => this.coded(error, 'GRAPHQL_VALIDATION_FAILED')) : document;
    } catch (error) {
      return [this.coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')];
    }
  }

  private coded({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError {
    return new GraphQLError(this.config.introspection ? message : withoutSuggestion(message), {
      nodes: nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      extensions: { code },
    });
  }
}

/** Whether it was read. */
export function isDocument(read: DocumentNode | readonly GraphQLError[]): read is DocumentNode {
  return !Array.isArray(read);
}

/** A message without the names that there are in the schema. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean[^]*$/u, '');
}
