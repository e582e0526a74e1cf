import type { TestApp, Wire } from '../../support/server';

/**
 * The calls of a shop front, in the order of a visit, with what it reads of each answer: written from the public
 * behaviour of such clients, which send and read no more than this.
 */
export interface ShopWorld {
  api: TestApp;
  /** Session of the customer, from the answer of `token`. */
  token: string;
  me: Wire;
  product: Wire;
  shop: Wire;
  group: Wire;
  coupon: Wire;
  notice: Wire;
  cart: { product_id: number; order_quantity: number; unit_price: number; subtotal: number }[];
  verified: { total_tax: number; shipping_charge: number };
  guestOrder: Wire & { tracking_number: string };
  order: Wire & { tracking_number: string; children: Wire[] };
  address: Wire;
  question: Wire;
  review: Wire;
}

export interface ShopCall {
  title: string;
  who: 'guest' | 'customer';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: (world: ShopWorld) => string;
  body?: (world: ShopWorld) => object;
  /** Success without it. */
  status?: number;
  /** Paths of values that must be there; `[]` stands for every item, of which there is at least one. */
  reads: readonly string[];
  keep?: (world: ShopWorld, answer: Wire) => void;
}

const picture = ['image.original', 'image.thumbnail'];
const goods = [
  'id',
  'name',
  'slug',
  'min_price',
  'max_price',
  'quantity',
  'unit',
  'product_type',
  'in_stock',
  'ratings',
];
const inList = [...goods, 'image', 'type.slug', 'shop.slug', 'shop.logo'].map((key) => `data[].${key}`);
const sorted = 'orderBy=created_at&sortedBy=DESC&searchJoin=and';

const get = (
  title: string,
  path: string | ((world: ShopWorld) => string),
  reads: readonly string[],
  who: ShopCall['who'] = 'guest',
): ShopCall => ({
  ...{ title, who, reads },
  method: 'GET',
  path: typeof path === 'string' ? () => path : path,
});

const browsing: ShopCall[] = [
  get('settings', 'settings?language=en', [
    ...['options.siteTitle', 'options.logo', 'options.currency', 'options.currencyOptions.formation'],
    ...['options.guestCheckout', 'options.deliveryTime', 'options.contactDetails.socials', 'options.seo'],
  ]),
  get('groups', 'types?language=en&limit=100', ['[].id', '[].slug', '[].name', '[].settings.layoutType']),
  get('a group', ({ group }) => `types/${group.slug}?language=en`, [
    'slug',
    'banners',
    'settings.productCard',
  ]),
  get(
    'categories of a group',
    ({ group }) =>
      `categories?limit=1000&language=en&parent=null&${sorted}&search=type.slug:${group.slug};language:en`,
    ['data[].slug', 'data[].name', 'data[].image', 'data[].children'],
  ),
  get(
    'products of a group',
    ({ group }) =>
      `products?limit=30&page=1&language=en&with=type;author&visibility=visibility_public&${sorted}&search=type.slug:${group.slug};status:publish;visibility:public`,
    [...inList, 'current_page', 'last_page', 'total'],
  ),
  get(
    'products by a word and a price',
    `products?limit=30&page=1&language=en&${sorted}&search=${encodeURIComponent('name:круж')};min_price:100,1000;status:publish`,
    inList,
  ),
  get(
    'popular products',
    ({ group }) => `popular-products?language=en&limit=10&type_slug=${group.slug}&with=type`,
    [...goods.map((key) => `[].${key}`)],
  ),
  get('best sellers', 'best-selling-products?language=en&limit=3&range=', ['[].slug', '[].image']),
  get('a product', ({ product }) => `products/${product.slug}?language=en&with=related_products`, [
    ...goods,
    'price',
    ...picture,
    ...['gallery[].original', 'categories[].slug', 'shop.slug', 'related_products', 'total_reviews', 'tags'],
  ]),
  get('shops', `shops?limit=30&page=1&language=en&is_active=1&${sorted}&search=is_active:1`, [
    ...['data[].slug', 'data[].name', 'data[].logo', 'data[].cover_image', 'data[].settings.socials'],
    'data[].products_count',
  ]),
  get('a shop', ({ shop }) => `shops/${shop.slug}?language=en`, ['name', 'logo', 'cover_image', 'settings']),
  get(
    'products of a shop',
    ({ shop }) =>
      `products?limit=30&page=1&language=en&${sorted}&shop_id=${shop.id}&search=shop_id:${shop.id}`,
    inList,
  ),
  get('notices of a shop', ({ shop }) => `store-notices?shop_id=${shop.id}&limit=10&language=en`, [
    ...['data[].id', 'data[].notice', 'data[].description', 'data[].priority', 'data[].expired_at'],
  ]),
  get('authors', 'authors?limit=30&page=1&language=en', [
    'data[].slug',
    'data[].image',
    'data[].cover_image',
  ]),
  get('manufacturers', 'manufacturers?limit=30&page=1&language=en', ['data[].slug', 'data[].image']),
  get('tags', 'tags?limit=100&language=en', ['data[].slug', 'data[].name']),
  get('attributes', 'attributes?language=en', ['[].name', '[].values[].value']),
  get('coupons', 'coupons?limit=30&page=1&language=en', ['data[].code', 'data[].image', 'data[].expire_at']),
  get('flash sales', 'flash-sale?limit=30&page=1&language=en', ['data[].slug', 'data[].cover_image']),
  get('questions and answers', 'faqs?limit=10&page=1&language=en&faq_type=global&issued_by=Super+Admin', [
    ...['data[].faq_title', 'data[].faq_description'],
  ]),
  get('terms', 'terms-and-conditions?limit=10&page=1&language=en&type=global&issued_by=Super+Admin', [
    'total',
  ]),
  get('refund policies', 'refund-policies?limit=10&page=1&language=en&search=target:customer', ['total']),
  get('reviews', ({ product }) => `reviews?product_id=${product.id}&limit=5&page=1&with=user&${sorted}`, [
    'total',
  ]),
  get('questions', ({ product }) => `questions?product_id=${product.id}&limit=5&page=1&${sorted}`, ['total']),
  get('shops near by', 'near-by-shop/55.75/37.61', []),
];

const moscow = {
  ...{ country: 'Россия', state: 'Москва', city: 'Москва', zip: '101000' },
  street_address: 'Тверская, 1',
};
const place = ({ cart, verified }: ShopWorld, more: object) => {
  const amount = cart.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const total = amount + verified.total_tax + verified.shipping_charge;
  return {
    ...{
      products: cart,
      amount,
      coupon_id: null,
      discount: 0,
      paid_total: total,
      total,
      use_wallet_points: false,
    },
    ...{ sales_tax: verified.total_tax, delivery_fee: verified.shipping_charge, language: 'en' },
    ...{
      payment_gateway: 'CASH_ON_DELIVERY',
      delivery_time: 'Express Delivery',
      altered_payment_gateway: '',
    },
    ...{ billing_address: moscow, shipping_address: moscow, token: '', payment_sub_gateway: '' },
    ...more,
  };
};
const verify = (who: ShopCall['who']): ShopCall => ({
  ...{ title: 'cart', who, method: 'POST', path: () => 'orders/checkout/verify' },
  body: ({ cart }) => ({
    ...{ amount: 500, products: cart, billing_address: moscow, shipping_address: moscow },
  }),
  reads: ['total_tax', 'shipping_charge', 'unavailable_products', 'wallet_currency', 'wallet_amount'],
  keep: (world, answer) => {
    world.verified = answer as unknown as ShopWorld['verified'];
  },
});
const orderPage = [
  ...[
    'tracking_number',
    'order_status',
    'payment_status',
    'payment_gateway',
    'amount',
    'total',
    'paid_total',
  ],
  ...['sales_tax', 'delivery_fee', 'discount', 'customer_contact', 'shipping_address.city', 'created_at'],
  ...['products[].id', 'products[].name', 'products[].image', 'products[].pivot.order_quantity'],
  ...['products[].pivot.subtotal', 'children[].shop', 'children[].tracking_number'],
];

const guestBuys: ShopCall[] = [
  {
    ...{ title: 'coupon', who: 'guest', method: 'POST', path: () => 'coupons/verify' },
    body: ({ coupon, product }) => ({
      ...{ code: coupon.code, sub_total: 100000 },
      item: [{ id: product.id, name: product.name, quantity: 1, price: 100000, shop_id: product.shop_id }],
    }),
    reads: ['is_valid', 'coupon.code', 'coupon.type', 'coupon.amount'],
  },
  verify('guest'),
  {
    ...{ title: 'order', who: 'guest', method: 'POST', path: () => 'orders' },
    body: (world) =>
      place(world, { customer_name: 'Пётр', customer_contact: '79001234567', customer_id: '' }),
    reads: orderPage,
    keep: (world, answer) => {
      world.guestOrder = answer as ShopWorld['guestOrder'];
    },
  },
  get(
    'page of the order',
    ({ guestOrder }) => `orders/${guestOrder.tracking_number}?language=en&with=products`,
    orderPage,
  ),
  get(
    'tracking of the order',
    ({ guestOrder }) => `orders/tracking-number/${guestOrder.tracking_number}?language=en`,
    orderPage,
  ),
];

const person = { name: 'Мария', email: 'maria@test.ru', password: 'Snegir2026' };

const entrance: ShopCall[] = [
  {
    ...{ title: 'registration', who: 'guest', method: 'POST', path: () => 'register' },
    body: () => ({ ...person, permission: 'customer' }),
    // What to do next stands at the field: there is no session before the address is confirmed.
    status: 422,
    reads: ['message', 'email[]'],
    keep: () => undefined,
  },
  {
    ...{ title: 'sign-in', who: 'guest', method: 'POST', path: () => 'token' },
    body: () => ({ email: person.email, password: person.password }),
    reads: ['token', 'permissions', 'role'],
    keep: (world, answer) => {
      world.token = String(answer.token);
    },
  },
  {
    ...get(
      'the person',
      'me',
      ['id', 'name', 'email', 'profile', 'address', 'permissions[].name'],
      'customer',
    ),
    keep: (world, answer) => {
      world.me = answer;
    },
  },
];

const account: ShopCall[] = [
  {
    ...{ title: 'profile', who: 'customer', method: 'PUT', path: ({ me }) => `users/${me.id}` },
    body: ({ me }) => ({
      ...{ id: me.id, name: 'Мария П.' },
      profile: { id: me.id, bio: 'Люблю чай', contact: '8 900 765 43 21', avatar: {} },
    }),
    reads: ['name', 'profile.bio', 'profile.contact'],
  },
  {
    ...{ title: 'address', who: 'customer', method: 'PUT', path: ({ me }) => `users/${me.id}` },
    body: ({ me }) => ({
      id: me.id,
      address: [{ title: 'Дом', type: 'shipping', default: true, address: moscow }],
    }),
    reads: ['address[].id', 'address[].address.city', 'address[].title'],
    keep: (world, answer) => {
      world.address = (answer.address as Wire[])[0] as Wire;
    },
  },
  {
    ...{ title: 'new password', who: 'customer', method: 'POST', path: () => 'change-password' },
    body: () => ({ oldPassword: person.password, newPassword: 'Klyukva678x' }),
    reads: ['success'],
  },
];

const customerBuys: ShopCall[] = [
  verify('customer'),
  {
    ...{ title: 'order', who: 'customer', method: 'POST', path: () => 'orders' },
    body: (world) => place(world, { customer_contact: '+79007654321', customer_id: world.me.id }),
    reads: orderPage,
    keep: (world, answer) => {
      world.order = answer as ShopWorld['order'];
    },
  },
  get(
    'page of the order',
    ({ order }) => `orders/${order.tracking_number}?language=en`,
    orderPage,
    'customer',
  ),
  get(
    'orders',
    'orders?limit=5&page=1&language=en&orderBy=created_at&sortedBy=desc&with=refund',
    ['data[].tracking_number', 'data[].order_status', 'data[].total', 'data[].products', 'data[].children'],
    'customer',
  ),
  get('refunds', 'refunds?limit=10&page=1&language=en', ['total'], 'customer'),
  get('downloads', 'downloads?limit=10&page=1', ['total'], 'customer'),
];

/** Once the order is received. */
const afterwards: ShopCall[] = [
  {
    ...{ title: 'review', who: 'customer', method: 'POST', path: () => 'reviews' },
    body: ({ order, product }) => ({
      ...{ product_id: (order.products as Wire[])[0]?.id, shop_id: product.shop_id, order_id: order.id },
      ...{ rating: 5, comment: 'Отличная кружка', photos: [] },
    }),
    reads: ['id', 'rating', 'comment'],
    keep: (world, answer) => {
      world.review = answer;
    },
  },
  {
    ...{
      title: 'changed review',
      who: 'customer',
      method: 'PUT',
      path: ({ review }) => `reviews/${review.id}`,
    },
    body: ({ review, product, order }) => ({
      ...{ id: review.id, product_id: product.id, shop_id: product.shop_id, order_id: order.id },
      ...{ rating: 4, comment: 'Хорошая кружка', photos: [] },
    }),
    reads: ['rating', 'comment'],
  },
  get(
    'own review of a product',
    ({ product }) => `products/${product.slug}?language=en`,
    ['my_review[].id', 'my_review[].rating', 'rating_count[].total'],
    'customer',
  ),
  {
    ...{ title: 'question', who: 'customer', method: 'POST', path: () => 'questions' },
    body: ({ product }) => ({
      ...{ question: 'Есть ли гарантия?', product_id: product.id, shop_id: product.shop_id },
    }),
    reads: ['id', 'question'],
    keep: (world, answer) => {
      world.question = answer;
    },
  },
  get(
    'own questions',
    'my-questions?limit=10&page=1&language=en&with=user',
    ['data[].question', ...goods.map((key) => `data[].product.${key}`), 'data[].product.image.original'],
    'customer',
  ),
  {
    ...{ title: 'vote', who: 'customer', method: 'POST', path: () => 'feedbacks' },
    body: ({ review }) => ({ model_id: review.id, model_type: 'Review', positive: true }),
    reads: [],
  },
  {
    ...{ title: 'following a shop', who: 'customer', method: 'POST', path: () => 'follow-shop' },
    body: ({ shop }) => ({ shop_id: shop.id }),
    reads: [],
  },
  get('followed shops', 'followed-shops?limit=10&page=1', ['data[].slug', 'data[].logo'], 'customer'),
  {
    ...{
      title: 'removed address',
      who: 'customer',
      method: 'DELETE',
      path: ({ address }) => `address/${address.id}`,
    },
    reads: [],
  },
  {
    ...{ title: 'forgotten password', who: 'guest', method: 'POST', path: () => 'forget-password' },
    body: () => ({ email: person.email }),
    reads: ['message', 'success'],
  },
  {
    ...{ title: 'sign-out', who: 'customer', method: 'POST', path: () => 'logout' },
    body: () => ({}),
    reads: [],
  },
];

export const shopCalls = { browsing, guestBuys, entrance, account, customerBuys, afterwards };
