import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The work of a list without a framework: a page with the columns and the related rows that our lists send, by prepared
 * statements, put together in JavaScript. It has no sessions, permissions, languages, filters and errors.
 */
const [databaseUrl, port, connections] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections) });
// As our API reads them: both fit into a number here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

type Row = Record<string, unknown> & { id: number };

const select = async (name: string, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>({ name, text, values })).rows;

const total = async (family: string): Promise<number> => {
  const text = 'select sum(amount)::int as total from daily_row_counts where family = $1';
  const [row] = await select(`total of ${family}`, text, [family]);
  return Number(row?.total);
};

const byId = (rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
const idsOf = (rows: Row[], key = 'id') => [...new Set(rows.map((row) => row[key]))];

function grouped(rows: Row[], key: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const known = groups.get(row[key]);
    if (known) known.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}

const productPage = `select id, version, created_at, updated_at, name, slug, description, type_id, shop_id, product_type,
    status, unit, image, gallery, price, sale_price, min_price, max_price, sku, quantity, sold_quantity, is_digital,
    translations
  from products where deleted_at is null order by created_at desc, id desc limit 20`;
const productTypes = `select id, slug, name, json_build_object('isHome', settings -> 'isHome',
    'layoutType', settings -> 'layoutType', 'productCard', settings -> 'productCard') as settings
  from groups where id = any($1)`;
const shopsByIds = 'select id, name, slug, logo from shops where id = any($1)';
const salesOfProducts = `select l.product_id, f.id, f.slug, f.type, f.rate, f.title, f.sale_status, f.start_date, f.end_date
  from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
  where l.product_id = any($1) and f.deleted_at is null and f.sale_status and f.end_date > now()`;
const variationCounts = `select product_id as id, count(*)::int as count from variation_options
  where product_id = any($1) and deleted_at is null group by product_id`;
const waitingChanges = `select product_id as id from product_reviews
  where product_id = any($1) and decision is null and "values" is not null`;

async function listProducts() {
  const [rows, found] = await Promise.all([select('products', productPage), total('products')]);
  const ids = idsOf(rows);
  const [types, shops, sales, counts, waiting] = await Promise.all([
    select('types of products', productTypes, [idsOf(rows, 'type_id')]).then(byId),
    select('shops of products', shopsByIds, [idsOf(rows, 'shop_id')]).then(byId),
    select('sales of products', salesOfProducts, [ids]).then((all) => grouped(all, 'product_id')),
    select('variations of products', variationCounts, [ids]).then(byId),
    select('changes of products', waitingChanges, [ids]).then(byId),
  ]);
  const data = rows.map(({ translations: _texts, ...row }) => ({
    ...row,
    language: 'ru',
    translated_languages: ['ru'],
    type: types.get(row.type_id as number),
    shop: shops.get(row.shop_id as number),
    low_at: 5,
    variations_count: counts.get(row.id)?.count ?? 0,
    has_waiting_change: waiting.has(row.id),
    effective_price: row.sale_price ?? row.price,
    effective_min_price: row.min_price,
    effective_max_price: row.max_price,
    in_flash_sale: sales.has(row.id),
    flash_sale: sales.get(row.id)?.[0] ?? null,
  }));
  return { data, total: found };
}

const orderPage = `select id, tracking_number, parent_id, shop_id, customer_id, customer_name, customer_contact,
    customer_email, amount, discount, sales_tax, delivery_fee, total, paid_total, wallet_amount, cancelled_amount,
    cancelled_tax, cancelled_delivery_fee, refunded_amount, payment_gateway, altered_payment_gateway, order_status,
    payment_status, delivery_time, delivery_date, parcel_carrier, parcel_number, delivery_point, language, version,
    created_at, updated_at, billing_address, shipping_address, note, coupon_id, is_own_purchase
  from orders where parent_id is null and deleted_at is null order by created_at desc, id desc limit 20`;
const linesOfOrders = `select l.parent_id, l.id, l.product_id, l.name, p.slug, l.unit, l.image, l.variation_option_id,
    l.variation, l.quantity, l.unit_price, l.subtotal, l.is_digital
  from order_lines l join products p on p.id = l.product_id where l.parent_id = any($1) order by l.position`;
const partsOfOrders = `select id, parent_id, shop_id, tracking_number, order_status, payment_status, amount, total, paid_total
  from orders where parent_id = any($1) order by id`;
const customers = 'select id, name, email from users where id = any($1)';

const soldLine = (order: unknown, line: Row) => ({
  id: line.id,
  product_id: line.product_id,
  name: line.name,
  slug: line.slug,
  unit: line.unit,
  image: line.image,
  pivot: {
    order_id: order,
    product_id: line.product_id,
    variation_option_id: line.variation_option_id,
    order_quantity: line.quantity,
    unit_price: line.unit_price,
    subtotal: line.subtotal,
  },
  variation_options:
    line.variation_option_id === null ? [] : [{ id: line.variation_option_id, title: line.variation ?? '' }],
});

async function listOrders() {
  const [rows, found] = await Promise.all([select('orders', orderPage), total('orders')]);
  const ids = idsOf(rows);
  const [lines, parts, people] = await Promise.all([
    select('lines of orders', linesOfOrders, [ids]).then((all) => grouped(all, 'parent_id')),
    select('parts of orders', partsOfOrders, [ids]),
    select('customers of orders', customers, [idsOf(rows, 'customer_id')]).then(byId),
  ]);
  const shops = byId(await select('shops of orders', shopsByIds, [idsOf(parts, 'shop_id')]));
  const children = grouped(
    parts.map((part) => ({ ...part, shop: shops.get(part.shop_id as number) })),
    'parent_id',
  );
  const data = rows.map((row) => {
    const goods = lines.get(row.id) ?? [];
    return {
      ...row,
      shop: null,
      customer: people.get(row.customer_id as number) ?? null,
      products_count: goods.length,
      is_digital: goods.every((line) => line.is_digital),
      products: goods.map((line) => soldLine(row.id, line)),
      children: children.get(row.id) ?? [],
      wallet_point: Number(row.wallet_amount) > 0 ? { id: row.id, amount: row.wallet_amount } : null,
    };
  });
  return { data, total: found };
}

const lists: Record<string, () => Promise<object>> = { '/products': listProducts, '/orders': listOrders };

createServer((request, response) => {
  const list = lists[request.url ?? ''];
  if (!list) {
    response.writeHead(404).end();
    return;
  }
  void list().then((page) => {
    const body = Buffer.from(JSON.stringify(page));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('up\n'));
