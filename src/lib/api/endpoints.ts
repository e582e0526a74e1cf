import printed from '@/contract/endpoints.json';

/** What an action asks, as `tests/contract/printed.test.ts` prints the declarations: they bring every schema with them. */
interface EndpointRules {
  right: string;
  capability: string | undefined;
}

/** Routes by method and number of segments, those with more fixed segments first. */
const routes = new Map<string, { segments: string[]; asked: EndpointRules }[]>();
for (const [right, capability, endpoints] of printed.others as [string, string, string[]][])
  for (const endpoint of endpoints) add(endpoint, { right, capability: capability || undefined });
// After the others, which differ.
for (const [family, area] of Object.entries(printed.families))
  for (const [each, [level, capability]] of Object.entries<string[]>(printed.ofEach))
    add(each.replace(' ', ` ${family}`), { right: `${area}:${level}`, capability });

function add(endpoint: string, asked: EndpointRules): void {
  const [method = '', route = ''] = endpoint.split(' ');
  const segments = route.split('/');
  const key = `${method} ${segments.length}`;
  routes.set(key, [...(routes.get(key) ?? []), { segments, asked }]);
}

const variables = ({ segments }: { segments: readonly string[] }) =>
  segments.filter((segment) => segment === ':').length;
for (const list of routes.values()) list.sort((one, other) => variables(one) - variables(other));

/** What the action at an address asks; undefined when there is none. `path` is below the base, without query. */
export function findEndpoint(method: string, path: string): EndpointRules | undefined {
  const asked = path.split('/');
  return routes
    .get(`${method.toUpperCase()} ${asked.length}`)
    ?.find(({ segments }) => segments.every((segment, index) => segment === ':' || segment === asked[index]))
    ?.asked;
}
