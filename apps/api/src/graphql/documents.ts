import { GraphQLError, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';

const MAX_DOCUMENTS = 500;
const MAX_TOKENS = 5_000;

/** Documents that were parsed and validated before; those not used for longest are forgotten. */
export class Documents {
  private readonly known = new Map<string, DocumentNode>();

  constructor(private readonly schema: GraphQLSchema) {}

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
      const document = parse(source, { maxLexicalTokens: MAX_TOKENS });
      const errors = validate(this.schema, document);
      return errors.length > 0 ? errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) : document;
    } catch (error) {
      return [coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')];
    }
  }
}

/** Whether it was read. */
export function isDocument(read: DocumentNode | readonly GraphQLError[]): read is DocumentNode {
  return !Array.isArray(read);
}

function coded({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    extensions: { code },
  });
}
