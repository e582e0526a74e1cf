import type { Client } from 'pg';
import { dashboardKinds } from './api-dashboards.ts';

/** Requests by title, with the limit of their 95th percentile in milliseconds. */
type Kind = [title: string, budget: number, address: (run: number) => string, token?: string];

/** Lists and searches over a million orders and their ledger: as an administrator, an owner, staff. */
export async function orderKinds(
  database: Client,
  { admin, owner, staff }: Record<'admin' | 'owner' | 'staff', string>,
): Promise<Kind[]> {
  const [shop = '', small = ''] = await column(
    database,
    `(select shop_id from orders where parent_id is not null group by 1 order by count(*) desc limit 1)
      union all (select max(id) from shops where is_active)`,
  );
  const buyers = await column(
    database,
    `select customer_contact || '|' || customer_email || '|' || tracking_number || '|' || id from orders
      where parent_id is null and customer_email like '%@big.test' and id % 997 = 0 limit 400`,
  );
  // Without `db:seed -- --orders 1000000` there is nothing to measure.
  if (buyers.length === 0) return [];
  const buyer = (part: number) => (run: number) => buyers[run % buyers.length]?.split('|')[part] ?? '';
  const lists: [string, string, string][] = [
    ['orders', 'orders?limit=20', admin],
    ['orders of a large shop', `orders?limit=20&shop_id=${shop}`, admin],
    ['orders of a small shop', `orders?limit=20&shop_id=${small}`, admin],
    ["an owner's orders", 'orders?limit=20', owner],
    ["an owner's orders in a shop", `orders?limit=20&shop_id=${shop}`, owner],
    ["staff's orders", 'orders?limit=20', staff],
  ];
  return [
    ...lists.flatMap(([title, list, token]) => ordersOf(title, list, token, buyer)),
    ...[100, 10_000, 25_000, 50_000].map((page): Kind => {
      return [`orders, page ${page}`, 25, () => `orders?limit=20&page=${page}`, admin];
    }),
    ['orders of a large shop, page 1000', 25, () => `orders?limit=20&shop_id=${shop}&page=1000`, admin],
    ['order', 25, (run) => `orders/${buyer(3)(run)}`, admin],
    ...moneyKinds(shop, admin, owner),
    ...dashboardKinds(shop, { admin, owner, staff }),
  ];
}

function ordersOf(
  title: string,
  list: string,
  token: string,
  buyer: (part: number) => (run: number) => string,
) {
  const searched = (text: string) => `${list}&search=tracking_number:${encodeURIComponent(text)}`;
  const kinds: Kind[] = [
    [title, 25, () => list, token],
    ...filters.map(
      ([name, query]): Kind => [
        `${title}: ${name}`,
        25,
        (run) => `${list}&searchJoin=and&${query(run)}`,
        token,
      ],
    ),
    ...sorts.map((sort): Kind => [`${title}: sort ${sort}`, 25, () => `${list}&${sort}`, token]),
    [`${title}: number`, 60, (run) => searched(buyer(2)(run)), token],
    [`${title}: six digits`, 60, (run) => searched(buyer(2)(run).slice(-6)), token],
    [`${title}: three digits`, 60, (run) => searched(String(100 + run)), token],
    [`${title}: two digits`, 60, (run) => searched(String(10 + (run % 90))), token],
    [`${title}: a day`, 60, (run) => searched(buyer(2)(run).slice(0, 8)), token],
    [`${title}: phone`, 60, (run) => searched(buyer(0)(run)), token],
    [`${title}: phone with 8`, 60, (run) => searched(`8${buyer(0)(run).replace(/\D/g, '').slice(1)}`), token],
    [`${title}: e-mail`, 60, (run) => searched(buyer(1)(run)), token],
    [`${title}: e-mail's beginning`, 60, (run) => searched(`${buyer(1)(run).split('@')[0]}@`), token],
    [`${title}: name`, 60, (run) => searched(names[run % 4] ?? ''), token],
    [`${title}: full name`, 60, (run) => searched(['Анна Ёлкина', 'орлов борис'][run % 2] ?? ''), token],
    ...(
      [
        ['of a status', (run) => `;order_status:${statuses[(run >> 2) % 4]}&searchJoin=and`],
        ['of a week', (run) => `;created_from:${day(run + 1)};created_to:${day(run)}&searchJoin=and`],
        ['by sum', () => '&orderBy=total&sortedBy=desc'],
        ['by name', (run) => `&orderBy=customer_name&sortedBy=${run % 8 < 4 ? 'asc' : 'desc'}`],
        ['page 100', () => '&page=100'],
      ] satisfies [string, (run: number) => string][]
    ).map(([name, more]): Kind => {
      return [`${title}: name, ${name}`, 60, (run) => `${searched(names[run % 4] ?? '')}${more(run)}`, token];
    }),
    [`${title}: two letters`, 60, (run) => searched(['ан', 'ор', 'ку', 'ле'][run % 4] ?? ''), token],
    [`${title}: nobody`, 60, (run) => searched(`никто${run}`), token],
  ];
  return kinds;
}

const names = ['анна', 'Захар', 'орлов', 'лесная'];
const refundStates = ['pending', 'processing', 'approved', 'rejected'];
const day = (run: number) => new Date(Date.now() - (30 + 7 * run) * 86_400_000).toISOString().slice(0, 10);
const payments = ['payment-success', 'payment-failed', 'payment-cash', 'payment-wallet'];
const statuses = ['order-completed', 'order-pending', 'order-refunded', 'order-cancelled'];

const filters: [string, (run: number) => string][] = [
  ['status', (run) => `search=order_status:${statuses[run % 4]}`],
  ['payment', (run) => `search=payment_status:${payments[run % 4]}`],
  ['gateway', (run) => `search=payment_gateway:${['SBP', 'CASH', 'FULL_WALLET_PAYMENT'][run % 3]}`],
  [
    'status and payment',
    (run) => `search=order_status:${statuses[run % 4]};payment_status:${payments[(run >> 2) % 4]}`,
  ],
  ['statuses', () => 'search=order_status:order-pending,order-processing'],
  ['status by sum', (run) => `search=order_status:${statuses[run % 4]}&orderBy=total&sortedBy=desc`],
  ['a week', (run) => `search=created_from:${day(run + 1)};created_to:${day(run)}`],
  ['since', (run) => `search=created_from:${day(run)}`],
  [
    'status of a week',
    (run) => `search=order_status:order-failed;created_from:${day(run + 1)};created_to:${day(run)}`,
  ],
];

const sorts = ['created_at', 'updated_at', 'id', 'total', 'customer_name', 'order_status'].flatMap((key) =>
  ['asc', 'desc'].map((direction) => `orderBy=${key}&sortedBy=${direction}`),
);

/** The ledger of the largest shop and of the marketplace, refunds, withdrawals. */
function moneyKinds(shop: string, admin: string, owner: string): Kind[] {
  const ledgers: [string, string, string, number][] = [
    ['ledger of a shop', `shops/${shop}/ledger`, admin, 500],
    ["an owner's ledger", `shops/${shop}/ledger`, owner, 500],
    ['ledger of the marketplace', 'ledger', admin, 40_000],
  ];
  return [
    ...ledgers.flatMap(([title, path, token, deep]): Kind[] => [
      [title, 25, () => `${path}?limit=20`, token],
      [`${title}, page ${deep}`, 25, () => `${path}?limit=20&page=${deep}`, token],
      [`${title}: kind`, 25, (run) => `${path}?limit=20&kind=${['order', 'withdrawal'][run % 2]}`, token],
      [`${title}: a week`, 25, (run) => `${path}?limit=20&from=${day(run + 1)}&to=${day(run)}`, token],
      [`${title}: since, of a kind`, 25, (run) => `${path}?limit=20&kind=order&from=${day(run)}`, token],
      [
        `${title}: a week's summary`,
        25,
        (run) => `${path}/summary?from=${day(run + 1)}&to=${day(run)}`,
        token,
      ],
      [
        `${title}: a quarter's summary`,
        100,
        (run) => `${path}/summary?from=${day(run + 13)}&to=${day(run)}`,
        token,
      ],
      [`${title}: summary of all time`, 300, () => `${path}/summary`, token],
    ]),
    [
      'shops by commission of a week',
      100,
      (run) => `ledger/shops?from=${day(run + 1)}&to=${day(run)}`,
      admin,
    ],
    ['refunds', 25, () => 'refunds?limit=20', admin],
    ["an owner's refunds", 25, () => 'refunds?limit=20', owner],
    ['refunds: status', 25, (run) => `refunds?limit=20&search=status:${refundStates[run % 4]}`, admin],
    ['refunds, page 300', 25, () => 'refunds?limit=20&page=300', admin],
    ['refunds of a large shop', 25, () => `refunds?limit=20&shop_id=${shop}`, admin],
    ['refunds of a large shop, page 30', 25, () => `refunds?limit=20&shop_id=${shop}&page=30`, admin],
    [
      "an owner's refunds: status",
      25,
      (run) => `refunds?limit=20&search=status:${refundStates[run % 4]}`,
      owner,
    ],
    ['refunds by sum', 25, () => 'refunds?limit=20&orderBy=amount&sortedBy=desc', admin],
    [
      'refunds: number of an order',
      60,
      (run) => `refunds?limit=20&search=tracking_number:${100_000 + run}`,
      admin,
    ],
    ['withdraws', 25, () => 'withdraws?limit=20', admin],
    ["an owner's withdraws", 25, () => 'withdraws?limit=20', owner],
    ['withdraws: status', 25, () => 'withdraws?limit=20&search=status:pending', admin],
  ];
}

async function column(database: Client, query: string): Promise<string[]> {
  const { rows } = await database.query<Record<string, unknown>>(query);
  return rows.map((row) => String(Object.values(row)[0]));
}
