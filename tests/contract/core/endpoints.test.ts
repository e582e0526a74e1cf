import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { resources } from '@/contract';
import type { Group } from '@/contract/catalogue/groups/schema';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Tag } from '@/contract/catalogue/tags/schema';
import type { SearchAnswer } from '@/contract/insights/everything';
import type { PaymentState } from '@/contract/orders/wire';
import type { Settings } from '@/contract/settings';
import { api as client, type Rows } from '@/lib/api/client';
import { endpointsOf } from '../../support/endpoints';
import { setUpScene } from '../../support/scene';

const { api } = setUpScene();

const withoutNames = (path: string) => path.replace(/:\w+/g, ':');

/** What the types of the panel's requests know besides the declared actions, as `GET orders/:`. */
function entries(): string[] {
  const file = 'src/contract/endpoint-types.ts';
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  return program.body.flatMap((statement) =>
    statement.type !== 'TSInterfaceDeclaration'
      ? []
      : statement.body.body.flatMap((entry) =>
          entry.type === 'TSPropertySignature' && entry.key.type === 'Literal'
            ? [String(entry.key.value)]
            : [],
        ),
  );
}

describe('the map of the endpoints', () => {
  const families = Object.values(resources).map(({ endpoint }) => endpoint);
  const allServed = () =>
    new Set(endpointsOf(api.app).map(({ method, path }) => `${method} ${withoutNames(path)}`));

  it('has nothing that the server does not serve', () => {
    const served = allServed();
    // Every family has the routes of `:family` where it has such an action; some family must have them.
    const isServed = (entry: string) =>
      entry.includes(' :/')
        ? families.some((endpoint) => served.has(entry.replace(' :/', ` ${endpoint}/`)))
        : served.has(entry);

    const known = entries();
    expect(known.length).toBeGreaterThan(25);
    expect(known.filter((entry) => !isServed(entry))).toEqual([]);
  });

  it('has a list and rows of families that the server serves', () => {
    const served = allServed();
    const asked = families.flatMap((endpoint) => [
      ...['GET', 'POST'].map((method) => `${method} ${endpoint}`),
      ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${endpoint}/:`),
    ]);

    expect(asked.filter((endpoint) => !served.has(endpoint))).toEqual([]);
  });
});

/** Code that says itself what is answered: its address is a parameter, or the answer is not the one of the map. */
const ownAnswers = [
  // The engine and its inputs serve every family.
  'components/table/endless-list.tsx',
  'crud/form/use-save.ts',
  'crud/list/list-state.ts',
  'lib/api/relation-rows.ts',
  'lib/api/use-record.ts',
  // A progress, or a file that is asked for by a parameter.
  'lib/api/files.ts',
  'lib/api/upload.ts',
  // The answer follows from the type of the address.
  'features/insights/dashboard/recent.tsx',
  'features/insights/dashboard/use-figures.ts',
  'features/ledger/use-ledger-state.ts',
  'features/accounts/users/use-person-action.ts',
  'features/orders/use-order-call.ts',
  'features/orders/dialogs/customer-code.tsx',
  // What waited for a network is sent as it was stored.
  'features/orders/queue/moved-toast.ts',
  'features/orders/queue/send-queue.ts',
  'features/orders/queue/send-step.ts',
  // Rows of the engine with the fields of a category.
  'features/catalogue/categories/tree.ts',
  // A request for a preview has another answer at the same address.
  'features/catalogue/products/bulk/step-preview.tsx',
  // Answers of other servers.
  'features/feedback/complaints/plain-reports.tsx',
  'features/insights/dashboard/plain-figures.tsx',
];

/** What the compiler refuses: `npm run typecheck` fails on a directive without an error. The requests are not sent. */
describe('a call of the panel', () => {
  it('has the answer of its endpoint', () => {
    const price = (row: ProductDetails) => row.price;
    expectTypeOf(() => client.get('settings')).returns.resolves.toEqualTypeOf<Settings>();
    expectTypeOf(() =>
      client.get(`orders/${'a' as string}/payment`),
    ).returns.resolves.toEqualTypeOf<PaymentState>();
    expectTypeOf(() => client.one('products', 'tea')).returns.resolves.toEqualTypeOf<ProductDetails>();
    expectTypeOf(() => client.one('tags', 'tea')).returns.resolves.toEqualTypeOf<Tag>();
    expectTypeOf(() => client.page('types')).returns.resolves.toEqualTypeOf<Rows<Group>>();
    expectTypeOf(() => client.call({ url: 'search' })).returns.resolves.toEqualTypeOf<SearchAnswer>();
    expectTypeOf(() => client.post('tags', { name: 'Чай' })).returns.resolves.toEqualTypeOf<Tag>();
    // @ts-expect-error: the settings are no product
    expectTypeOf(async () => price(await client.get('settings')));
    // @ts-expect-error: a tag is no product
    expectTypeOf(async () => price(await client.one('tags', 1)));
    // @ts-expect-error: a type argument is an address, not an answer
    expectTypeOf(() => client.get<ProductDetails>('settings'));
  });

  it('sends the body that its endpoint takes', () => {
    expectTypeOf(() => client.post('token', { email: 'a@b.ru', password: 'x' }));
    expectTypeOf(() => client.put('tags/1', { name: 'Чай', version: 2, language: 'ru' }, { language: 'ru' }));
    expectTypeOf(() => client.put(`orders/${1 as number}`, { order_status: 'order-completed' }));
    expectTypeOf(() => client.post('logout'));
    // @ts-expect-error: no body
    expectTypeOf(() => client.post('token'));
    // @ts-expect-error: a key is missing
    expectTypeOf(() => client.post('token', { email: 'a@b.ru' }));
    // @ts-expect-error: a key is misspelt
    expectTypeOf(() => client.post('token', { emial: 'a@b.ru', password: 'x' }));
    // @ts-expect-error: of another type
    expectTypeOf(() => client.post('users/block-user', { id: 'one', reason: 'x' }));
    // @ts-expect-error: takes no body
    expectTypeOf(() => client.post('logout', { everywhere: true }));
    // @ts-expect-error: a row has no such field
    expectTypeOf(() => client.put('tags/1', { nmae: 'Чай' }));
    // @ts-expect-error: a field of another type
    expectTypeOf(() => client.post('tags', { name: 5 }));
    // @ts-expect-error: no such status
    expectTypeOf(() => client.put(`orders/${1 as number}`, { order_status: 'done' }));
    // @ts-expect-error: nothing to do with the products
    expectTypeOf(() => client.post('products/bulk/price', { ids: [1], mode: 'add' }));
  });

  it('has an endpoint', () => {
    // @ts-expect-error: no such endpoint
    expectTypeOf(() => client.get('setings'));
    // @ts-expect-error: nothing below this one
    expectTypeOf(() => client.get(`till/${'a' as string}/nothing`));
    // @ts-expect-error: not with this method
    expectTypeOf(() => client.get('approve-shop'));
    // @ts-expect-error: any text
    expectTypeOf(() => client.get('settings' as string));
    // @ts-expect-error: no list
    expectTypeOf(() => client.page('settings'));
    // @ts-expect-error: no file
    expectTypeOf(() => client.file('settings'));
    // @ts-expect-error: not with this method
    expectTypeOf(() => client.call({ method: 'delete', url: 'search' }));
    // @ts-expect-error: no rows below it
    expectTypeOf(() => client.one('settings', 1));
    // @ts-expect-error: nothing is deleted there
    expectTypeOf(() => client.remove('settings'));
  });

  it('names its answer itself in the engine and a few other places only', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && file !== 'lib/api/client.ts',
    );
    const found = files.filter((file) => /\bapiAs\b/.test(readFileSync(`src/${file}`, 'utf8')));

    expect(found.toSorted()).toEqual(ownAnswers.toSorted());
  });
});
