import { readdirSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync } from 'vite';
import { resources } from '@/contract';
import { conversationsEndpoint, messagesEndpoint, seenEndpoint } from '@/contract/messaging/conversations';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';

/** A request sent by the panel's code; `*` stands for values known at run time. */
export interface ClientCall {
  file: string;
  method: string;
  /** A single path; several for a screen of some of the families. */
  paths: string[];
}

type Node = ESTree.Node;

const verbs: Record<string, string> = {
  ...{ page: 'GET', list: 'GET', one: 'GET', get: 'GET', file: 'GET', address: 'GET' },
  ...{ post: 'POST', put: 'PUT', patch: 'PATCH', remove: 'DELETE' },
};
/** Functions that take a path and send it. */
const senders: Record<string, string> = { download: 'GET', saveText: 'GET', sendForm: 'POST' };
/** Constants of the contract that contain a path. */
const constants: Record<string, string> = {
  ...{ conversationsEndpoint, messagesEndpoint, seenEndpoint, savedViewsEndpoint: 'saved-views' },
  ...{ savedReportsEndpoint: 'saved-reports', reportRunsEndpoint: 'report-runs' },
  ...{ notifyLogsEndpoint: 'notify-logs', menuCountsEndpoint: 'menu-counts', analyticsEndpoint: 'analytics' },
};
/** Declarations by the name of their constant. */
const declared = {
  ...resources,
  'ownership-transfers': ownershipTransfers,
  'flash-sale-requests': flashSaleRequests,
};
const families = [...new Set(Object.values(resources).map(({ endpoint }) => endpoint))];

/** Every request in the panel's code, and the calls whose path cannot be read from the code. */
export function readClientCalls(): { calls: ClientCall[]; unread: string[] } {
  const calls: ClientCall[] = [];
  const unread: string[] = [];
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(server|mock)\//.test(file) && file !== 'lib/api/client.ts',
  );
  for (const file of files.toSorted()) {
    const { program } = parseSync(file, readFileSync(`src/${file}`, 'utf8'));
    const scope = new Map<string, Node>();
    walk(program, (node) => {
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
        scope.set(node.id.name, node.init);
    });
    walk(program, (node) => {
      for (const [method, written] of requestsIn(node)) {
        const paths = pathsOf(written, scope);
        if (paths.length === 0) unread.push(`${file} ${method}`);
        // The engine serves every family, a feature's screen only its own.
        const isOfFamilies = !file.startsWith('crud/') && paths.length === families.length;
        for (const some of isOfFamilies ? [paths] : paths.map((path) => [path]))
          calls.push({ file, method, paths: some });
      }
    });
  }
  return { calls, unread };
}

/** Method and path of the request in a node. */
function requestsIn(node: Node): [method: string, path: Node][] {
  if (node.type === 'JSXAttribute' && node.name.name === 'endpoint' && node.value) {
    const { value } = node;
    return [['GET', value.type === 'JSXExpressionContainer' ? value.expression : value]];
  }
  if (node.type !== 'CallExpression') return [];
  const { callee, arguments: args } = node;
  const [first] = args;
  if (!first) return [];
  if (callee.type === 'Identifier') {
    if (callee.name === 'useOrderCall' || callee.name === 'usePersonAction') return described(first, 'path');
    const method = senders[callee.name];
    return method ? [[method, first]] : [];
  }
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return [];
  if (!/^api(As)?$/.test(callee.object.name)) return [];
  if (callee.property.type !== 'Identifier') return [];
  const name = callee.property.name;
  if (name === 'call') return described(first, 'url', 'GET');
  const method = callee.computed ? 'PUT' : verbs[name];
  if (!method) return [];
  return [[method, name === 'one' ? ({ type: 'One', of: first } as unknown as Node) : first]];
}

/** `useOrderCall({ method, path })`, `api.call({ method, url })` */
function described(options: Node, key: 'path' | 'url', usual = 'POST'): [string, Node][] {
  if (options.type !== 'ObjectExpression') return [];
  const entryOf = (name: string) =>
    options.properties.find(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name,
    ) as ESTree.ObjectProperty | undefined;
  const path = entryOf(key)?.value;
  const method = entryOf('method')?.value;
  return path ? [[method?.type === 'Literal' ? String(method.value).toUpperCase() : usual, path]] : [];
}

/** `refunds.endpoint` belongs to one family, `resource.endpoint` to any. */
function familiesOf(owner: Node): string[] {
  const name =
    owner.type === 'Identifier' ? owner.name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`) : '';
  if (name in declared) return [declared[name as keyof typeof declared].endpoint];
  return families;
}

/** Possible paths of an expression; none when it is passed in. */
function pathsOf(node: Node, scope: Map<string, Node>): string[] {
  if ((node.type as string) === 'One')
    return pathsOf((node as unknown as { of: Node }).of, scope).map((path) => `${path}/*`);
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  // `as const`, which lets the map of the endpoints see the address.
  if (node.type === 'TSAsExpression') return pathsOf(node.expression, scope);
  if (node.type === 'ConditionalExpression')
    return [...pathsOf(node.consequent, scope), ...pathsOf(node.alternate, scope)];
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
    return node.property.name === 'endpoint' ? familiesOf(node.object) : [];
  if (node.type === 'Identifier') {
    const known = constants[node.name];
    if (known !== undefined) return [known];
    const value = scope.get(node.name);
    return value && value !== node ? pathsOf(value, scope) : [];
  }
  if (node.type !== 'TemplateLiteral') return [];
  return node.quasis.reduce<string[]>(
    (paths, { value }, index) => {
      const inner = node.expressions[index];
      const between = inner ? partsOf(inner, scope) : [''];
      return paths.flatMap((path) => between.map((part) => `${path}${value.cooked ?? ''}${part}`));
    },
    [''],
  );
}

const partsOf = (node: Node, scope: Map<string, Node>): string[] => {
  const found = pathsOf(node, scope);
  return found.length > 0 ? found : ['*'];
};

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) visit(node as Node);
  for (const value of Object.values(node)) walk(value, visit);
}
