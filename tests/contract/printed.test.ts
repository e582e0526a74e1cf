import { expect, it } from 'vitest';
import { resources } from '@/contract';
import { familyRight } from '@/contract/access';
import { actionsByDomain, actionsByEndpoint } from '@/contract/actions';
import { type Action, splitAddress } from '@/contract/core/action';
import { type Allow, roles, staffScopes } from '@/contract/core/permissions';
import { familyActions } from '@/contract/family-actions';

/** What is printed from the declared actions: `npm run print` writes it anew. */

it('what the panel asks of each endpoint is printed from the declarations; else run `npm run print`', async () => {
  const { families, ofEach, others } = asked();
  const lines = Object.entries(others).flatMap(([right, byCapability]) =>
    Object.entries(byCapability).map(([capability, endpoints]) =>
      JSON.stringify([right, capability, endpoints]),
    ),
  );
  const text = `{
"families": ${JSON.stringify(families)},
"ofEach": ${JSON.stringify(ofEach)},
"others": [
${lines.join(',\n')}
]
}
`;
  await expect(text).toMatchFileSnapshot('../../src/contract/endpoints.json');
});

/** Short, for the browser: families by area, what all of them have, and everything else by right and capability. */
function asked() {
  const families = Object.fromEntries(
    Object.entries(resources).map(([name, { endpoint }]) => [
      endpoint,
      familyRight(name)?.split(':')[0] ?? '',
    ]),
  );
  const { users } = resources;
  const usual = Object.values<Action>(familyActions(users)).flatMap(({ at, right, capability }) => {
    const { methods, path } = splitAddress(at);
    const rest = path.slice(users.endpoint.length).replace(/:\w+/g, ':');
    return methods.map(
      (method) => [`${method} ${rest}`, [right.split(':')[1], ...(capability ? [capability] : [])]] as const,
    );
  });
  const ofEach = Object.fromEntries(usual);
  const others: Record<string, Record<string, string[]>> = {};
  for (const [endpoint, { right, capability = '' }] of actionsByEndpoint) {
    const [method = '', path = ''] = endpoint.split(' ');
    const family = Object.keys(families).find((one) => path === one || path.startsWith(`${one}/`)) ?? '';
    const [level, announced = ''] = ofEach[`${method} ${path.slice(family.length)}`] ?? [];
    if (family && right === `${families[family]}:${level}` && capability === announced) continue;
    const ofRight = others[right] ?? {};
    others[right] = { ...ofRight, [capability]: [...(ofRight[capability] ?? []), endpoint] };
  }
  return { families, ofEach, others };
}

it('the page of who may do what is printed from the declarations; else run `npm run print`', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/access.md');
});

function page(): string {
  const domains = Object.entries(actionsByDomain).map(([domain, actions]) =>
    [
      `## ${domain}`,
      '',
      '| Action | Right | Accounts | Body | What it does |',
      '|---|---|---|---|---|',
      ...Object.values<Action>(actions).map(rowOf),
    ].join('\n'),
  );
  return `${[heading, families(), ...domains].join('\n\n')}\n`;
}

const heading = `# Who may do what

Printed from \`src/contract/*/actions.ts\` and the families by \`npm run print\`; a test compares it.

**Right** is asked of people whose role limits them: an area and a level, \`own\` for what concerns only themselves or is the same
for everybody, \`parts\` for what shows of each area what they may read. **Accounts** is asked of everybody: \`public\`, anybody
signed in, or the kinds of accounts. What a person may do with a single record the action decides (\`docs/rules\`). After the
right stands what else is special: \`again\` asks for a fresh proof of who is there, \`key\` takes an idempotency key,
\`unverified\` is open before the e-mail is confirmed, \`one factor\` before the person has what the role demands of a sign-in,
\`view\` may (or for what is read, \`no view\` may not) be asked in a look through a vendor's eyes.`;

function families(): string {
  const rows = Object.entries(resources).map(([name, resource]) => {
    const { list, read, create, update, remove } = familyActions(resource);
    const who = [list, read, create, update, remove].map(
      ({ right, allow }) => `${accountsOf(allow)}; ${right}`,
    );
    return `| \`${resource.endpoint}\`${name === resource.endpoint ? '' : ` (${name})`} | ${who.join(' | ')} |`;
  });
  return [
    '## Families',
    '',
    'Exports, tabs, uses, the trash and changes of many rows follow the same accounts (`src/contract/family-actions.ts`).',
    '',
    '| Address | List | Read | Create | Change | Remove |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function rowOf(action: Action): string {
  const { at, right, allow, body, does, confirm, idempotent, unverified, oneFactor, inView } = action;
  const special = [
    confirm && 'again',
    idempotent && 'key',
    unverified && 'unverified',
    oneFactor && 'one factor',
    inView !== undefined && (inView ? 'view' : 'no view'),
  ].filter(Boolean);
  const fields = body ? Object.keys(body.fields).join(', ') : '';
  return `| \`${at}\` | ${[right, ...special].join(', ')} | ${accountsOf(allow)} | ${fields} | ${does} |`;
}

const kinds = { super_admin: 'operator', store_owner: 'owners', staff: 'staff', customer: 'buyers' } as const;

function accountsOf(allow: Allow): string {
  if (allow === 'public') return 'public';
  const signedIn = roles.every((role) => allow.includes(role));
  const named = signedIn
    ? ['signed in']
    : roles.filter((role) => allow.includes(role)).map((role) => kinds[role]);
  const scopes = staffScopes
    .filter((scope) => allow.includes(`staff:${scope}`))
    .map((scope) => `staff of ${scope}`);
  const rights = allow.filter((one) => /:(read|write|decide)$/.test(one));
  return [...named, ...scopes, ...rights].join(', ');
}

it('no two actions share a method and an address, and each says what it does in one sentence', () => {
  const actions = Object.values(actionsByDomain).flatMap((domain) => Object.values<Action>(domain));
  const endpoints = actions.flatMap(({ at }) => {
    const { methods, path } = splitAddress(at);
    return methods.map((method) => `${method} ${path.replace(/:\w+/g, ':')}`);
  });

  expect(endpoints.filter((one, index) => endpoints.indexOf(one) !== index)).toEqual([]);
  expect(
    actions.filter(({ does }) => !/^[A-Z].{8,}[^ ]\.$/.test(does)).map(({ at, does }) => `${at} ${does}`),
  ).toEqual([]);
});
