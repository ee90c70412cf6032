import { DefaultSettings, Language, TaskUtils } from '@microsoft/powerquery-parser';
import { functionsOf, type WebRequest } from './powerQueryLibrary';
import { type Callable, concatenated, DateTime, type Row, type Value } from './powerQueryValues';

const { NodeKind } = Language.Ast;
type Node = Language.Ast.TNode;

/** The variables that an expression can use; each is evaluated when it is first used. */
type Scope = (name: string) => Promise<Value> | undefined;

/** The syntax tree of M code. */
export async function parse(code: string): Promise<Node> {
  const task = await TaskUtils.tryLexParse(DefaultSettings, code);
  if (!TaskUtils.isParseStageOk(task)) throw new Error(`This M code cannot be parsed: ${code}`);
  return task.ast;
}

/**
 * Runs queries of Power Query by their names, as far as this documentation and the connectors use the language M: everything
 * in a `let` is lazy, and records and lists are not. `requests` receives what the queries request, and `replacements` are
 * further functions.
 */
export async function runQuery(
  queries: Record<string, string>,
  code: string,
  requests: WebRequest[] = [],
  replacements: Record<string, Value> = {},
): Promise<Value> {
  const functions = { ...functionsOf(requests), ...replacements };
  const evaluated = new Map<string, Promise<Value>>();
  const scope: Scope = (name) => {
    const query = queries[name];
    if (query === undefined) return name in functions ? Promise.resolve(functions[name] as Value) : undefined;
    const value = evaluated.get(name) ?? parse(query).then((node) => evaluate(node, scope));
    evaluated.set(name, value);
    return value;
  };
  return evaluate(await parse(code), scope);
}

const extended = (scope: Scope, variables: Record<string, Value>): Scope => {
  return (name) => (name in variables ? Promise.resolve(variables[name] as Value) : scope(name));
};

const unquoted = (text: string) => text.slice(1, -1).replaceAll('""', '"');
const nameOf = (literal: string) => (literal.startsWith('#"') ? unquoted(literal.slice(1)) : literal);

async function evaluateAll<Item extends Node>(nodes: readonly Item[], scope: Scope): Promise<Value[]> {
  const values: Value[] = [];
  for (const node of nodes) values.push(await evaluate(node, scope));
  return values;
}

async function evaluate(node: Node, scope: Scope): Promise<Value> {
  switch (node.kind) {
    case NodeKind.LiteralExpression:
      return literalOf(node.literal);
    case NodeKind.IdentifierExpression: {
      const { literal } = node.identifier;
      const value = scope(nameOf(literal)) ?? scope(literal);
      if (!value) throw new Error(`unknown name ${literal}`);
      return value;
    }
    case NodeKind.ParenthesizedExpression:
      return evaluate(node.content, scope);
    case NodeKind.LetExpression:
      return evaluate(node.expression, scopeOfLet(node, scope));
    case NodeKind.IfExpression:
      return evaluate(
        (await evaluate(node.condition, scope)) ? node.trueExpression : node.falseExpression,
        scope,
      );
    case NodeKind.EachExpression:
      return (item) => evaluate(node.paired, extended(scope, { _: item ?? null }));
    case NodeKind.FunctionExpression: {
      const names = node.parameters.content.elements.map((parameter) => parameter.node.name.literal);
      return (...values) =>
        evaluate(
          node.expression,
          extended(scope, Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))),
        );
    }
    case NodeKind.RecordExpression: {
      const record: Row = {};
      for (const { node: field } of node.content.elements) {
        record[nameOf(field.key.literal)] = await evaluate(field.value, scope);
      }
      return record;
    }
    case NodeKind.ListExpression:
      return listOf(node, scope);
    case NodeKind.RecursivePrimaryExpression: {
      let value = await evaluate(node.head, scope);
      for (const part of node.recursiveExpressions.elements) value = await access(part, value, scope);
      return value;
    }
    case NodeKind.FieldSelector:
      return access(node, (await scope('_')) ?? null, scope);
    case NodeKind.TypePrimaryType:
      return { type: typeName(node.paired) };
    case NodeKind.MetadataExpression:
    case NodeKind.AsExpression:
      return evaluate(node.left, scope);
    case NodeKind.NullCoalescingExpression:
      return (await evaluate(node.left, scope)) ?? evaluate(node.right, scope);
    case NodeKind.ArithmeticExpression:
    case NodeKind.EqualityExpression:
    case NodeKind.RelationalExpression:
    case NodeKind.LogicalExpression:
      return binary(
        node.operatorConstant.constantKind,
        ...(await Promise.all([evaluate(node.left, scope), evaluate(node.right, scope)])),
      );
    default:
      throw new Error(`the evaluator does not know ${node.kind}`);
  }
}

function scopeOfLet(node: Language.Ast.LetExpression, outer: Scope): Scope {
  const expressions = new Map(
    node.variableList.elements.map(({ node: { key, value } }) => [nameOf(key.literal), value]),
  );
  const evaluated = new Map<string, Promise<Value>>();
  const scope: Scope = (name) => {
    const expression = expressions.get(name);
    if (!expression) return outer(name);
    const value = evaluated.get(name) ?? evaluate(expression, scope);
    evaluated.set(name, value);
    return value;
  };
  return scope;
}

function literalOf(literal: string): Value {
  if (literal.startsWith('"')) return unquoted(literal);
  return { null: null, true: true, false: false }[literal] ?? (literal === 'null' ? null : Number(literal));
}

async function listOf(node: Language.Ast.ListExpression, scope: Scope): Promise<Value[]> {
  const values: Value[] = [];
  for (const { node: item } of node.content.elements) {
    if (item.kind === NodeKind.RangeExpression) {
      const [from, to] = (await evaluateAll([item.left, item.right], scope)) as [number, number];
      for (let number = from; number <= to; number++) values.push(number);
    } else {
      values.push(await evaluate(item, scope));
    }
  }
  return values;
}

/** A call, an item of a list, or a field of a record. */
async function access(
  part:
    | Language.Ast.InvokeExpression
    | Language.Ast.ItemAccessExpression
    | Language.Ast.TFieldAccessExpression,
  value: Value,
  scope: Scope,
): Promise<Value> {
  if (part.kind === NodeKind.InvokeExpression) {
    const values = await evaluateAll(
      part.content.elements.map(({ node }) => node),
      scope,
    );
    return (value as Callable)(...values);
  }
  if (part.kind === NodeKind.ItemAccessExpression) {
    return (value as Value[])[Number(await evaluate(part.content, scope))] ?? null;
  }
  if (part.kind !== NodeKind.FieldSelector) throw new Error(`the evaluator does not know ${part.kind}`);
  const name = nameOf(part.content.literal);
  const record = value as Row;
  if (!(name in record)) throw new Error(`the record has no field ${name}`);
  return record[name] as Value;
}

function binary(operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case '&':
      return concatenated(left, right);
    case '=':
      return left === right;
    case '<>':
      return left !== right;
    case '-':
      return left instanceof DateTime
        ? new DateTime(left.time - Number(right))
        : Number(left) - Number(right);
    case '+':
      return Number(left) + Number(right);
    default:
      throw new Error(`the evaluator does not know the operator ${operator}`);
  }
}

function typeName(node: Node): string {
  if (node.kind === NodeKind.PrimitiveType) return node.primitiveTypeKind;
  if (node.kind === NodeKind.NullableType) return typeName(node.paired);
  throw new Error(`the evaluator does not know the type ${node.kind}`);
}
