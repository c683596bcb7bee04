import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  GraphQLError,
  isNonNullType,
  Kind,
  type ASTVisitor,
  type FieldNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Limits } from '../limits.js';

/** The longest page that there is: what a variable can ask for. */
const LONGEST_PAGE = 100;

/** What a document may ask for, over HTTP and WebSockets alike. Rules beyond those of GraphQL itself. */
export function documentRules(limits: Limits): ValidationRule[] {
  const { graphDepth, graphCost, graphAliases, graphDirectives, graphNodes } = limits;
  return [
    maxDepthRule({ n: graphDepth, ignoreIntrospection: true, ...REPORTING }),
    maxAliasesRule({ n: graphAliases, ...REPORTING }),
    maxDirectivesRule({ n: graphDirectives, ...REPORTING }),
    costLimitRule({ maxCost: graphCost, fragmentRecursionCost: graphCost, ...REPORTING }),
    nestedPagesRule(graphNodes),
  ].map(asRule);
}

/** What is too much is reported like any other fault of a document, and not thrown as a fault of ours. */
const REPORTING = {
  exposeLimits: false,
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError): void => {
      context?.reportError(error);
    },
  ],
};

/** The armor's visitors are objects of classes; graphql takes anything with the right methods. */
function asRule(rule: (context: ValidationContext) => unknown): ValidationRule {
  return (context) => rule(context) as ASTVisitor;
}

/** Refuses pages in pages whose `first` multiply to more than `max` nodes: a document's cost knows nothing of its arguments. */
function nestedPagesRule(max: number): ValidationRule {
  return (context) => {
    const pages: number[] = [];
    return {
      Field: {
        enter: (node) => {
          pages.push((pages.at(-1) ?? 1) * lengthOf(node, context));
          if ((pages.at(-1) ?? 0) > max && (pages.at(-2) ?? 0) <= max)
            context.reportError(
              new GraphQLError('The pages of this document hold too much together.', { nodes: node }),
            );
        },
        leave: () => void pages.pop(),
      },
    };
  };
}

function lengthOf(node: FieldNode, context: ValidationContext): number {
  const definition = context.getFieldDef()?.args.find(({ name, type }) => name === 'first' && isNonNullType(type));
  if (definition === undefined) return 1;
  const given = node.arguments?.find(({ name }) => name.value === 'first')?.value;
  if (given === undefined) return Number(definition.defaultValue ?? LONGEST_PAGE);
  return given.kind === Kind.INT ? Math.max(Number(given.value), 1) : LONGEST_PAGE;
}
