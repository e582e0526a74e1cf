import { placeOrder } from './checkout.js';
import { form, get, h, language, say, send, show, token } from './client.js';

/**
 * A small shop front of our own that behaves as public ones of the dialect do (docs/formats.md): whatever such a client
 * would break on breaks this one, too, with an exception that the test sees.
 */
const cart = {
  read: () => JSON.parse(localStorage.getItem('cart') ?? '[]'),
  write: (items) => localStorage.setItem('cart', JSON.stringify(items)),
};

/** Lists ask for null before they read a picture. */
const thumbnail = ({ image }) =>
  h('img', { alt: '', src: image === null ? 'placeholder' : image.thumbnail, width: 48 });

async function productsPage() {
  const { data } = await get('products', {
    ...{ searchJoin: 'and', with: 'type;author', limit: 100, orderBy: 'created_at', sortedBy: 'DESC' },
    search: 'status:publish',
  });
  show(
    h('h1', {}, 'Products'),
    data.map((product) =>
      h('article', {}, thumbnail(product), h('a', { href: `#/products/${product.slug}` }, product.name)),
    ),
  );
}

async function productPage(slug) {
  const product = await get(`products/${slug}`, {
    searchJoin: 'and',
    with: 'categories;shop;type;variations;variations.attribute.values;variation_options;tags',
  });
  const price = Number(product.sale_price ? product.sale_price : product.price);
  const add = () => {
    const item = { id: product.id, name: product.name, price, stock: product.quantity };
    cart.write([{ ...item, quantity: 2, shop_id: product.shop_id, image: product.image?.thumbnail }]);
    location.hash = '#/cart';
  };
  const ids = { product_id: product.id, shop_id: product.shop_id };
  const ask = form('Ask', [['question', 'Question']], async (values) => {
    await send('POST', 'questions', { ...values, ...ids });
    say('Question sent');
  });
  const { data: reviews } = await get('reviews', { product_id: product.id, searchJoin: 'and', with: 'user' });
  show(
    h('h1', {}, product.name),
    // A details page reads the field unasked.
    h('img', { alt: '', src: product.image.original, width: 96 }),
    h('img', { alt: '', src: product.shop.logo.thumbnail, width: 48 }),
    product.gallery.map(({ original }) => h('img', { alt: '', src: original, width: 48 })),
    h('p', {}, product.categories.map(({ name }) => name).join(', ')),
    h('p', { className: 'price' }, String(price)),
    h('button', { onclick: add }, 'Add to cart'),
    reviews.map(({ rating, comment, user }) => h('blockquote', {}, `${rating} ${comment} ${user.name}`)),
    (product.my_review ?? []).map(({ comment }) => h('p', { className: 'mine' }, comment)),
    token.get() ? ask : null,
  );
}

async function cartPage() {
  const { options } = await get('settings');
  const me = token.get() ? await get('me') : null;
  await placeOrder({ items: cart.read(), options, me, emptyCart: () => cart.write([]) });
}

/** Colours of statuses; a status that is none of them has no colour, and reading it breaks the page. */
const statusColors = {
  'order-pending': { color: '#eab308' },
  'order-processing': { color: '#f59e0b' },
  'order-at-local-facility': { color: '#eab308' },
  'order-out-for-delivery': { color: '#3b82f6' },
  'order-completed': { color: '#22c55e' },
  'order-cancelled': { color: '#ef4444' },
  'order-refunded': { color: '#ef4444' },
  'order-failed': { color: '#ef4444' },
};

async function orderPage(number) {
  const order = await get(`orders/${number}`);
  const { color } = statusColors[order.order_status];
  const isCash = ['CASH_ON_DELIVERY', 'CASH', 'FULL_WALLET_PAYMENT'].includes(order.payment_gateway);
  const pay = async () => {
    const answer = await get('payment-intent', {
      tracking_number: order.tracking_number,
      payment_gateway: order.payment_gateway,
      recall_gateway: false,
    });
    const intent = Array.isArray(answer) ? answer[0] : answer;
    // Otherwise such a front opens the card form of another payment service.
    if (!intent.payment_intent_info.is_redirect) throw new Error('No address to pay at');
    location.href = intent.payment_intent_info.redirect_url;
  };
  const check = async () => {
    const { tracking_number, payment_gateway } = order;
    await send('POST', 'orders/payment', { tracking_number, payment_gateway: payment_gateway.toLowerCase() });
    await orderPage(number);
  };
  const [bought] = order.products;
  const ids = { product_id: bought.id, shop_id: bought.shop_id, order_id: order.id };
  const review = form('Review', [['comment', 'Comment']], async ({ comment }) => {
    await send('POST', 'reviews', { ...ids, rating: 5, comment, photos: [] });
    say('Review sent');
  });
  const refund = form(
    'Ask for a refund',
    [
      ['title', 'Reason'],
      ['description', 'Description'],
    ],
    async (values) => {
      const asked = await send('POST', 'refunds', { ...values, order_id: order.id, images: [] });
      say(`Refund ${asked.status}`);
    },
  );
  show(
    h('h1', {}, `Order ${order.tracking_number}`),
    h('p', { className: 'order-status', style: `color: ${color}` }, order.order_status),
    h('p', { className: 'payment-status' }, order.payment_status),
    h('p', { className: 'gateway' }, order.payment_gateway),
    h('p', { className: 'total' }, String(order.total)),
    h('p', {}, `${order.shipping_address.street_address}, ${order.delivery_time}, ${order.customer_contact}`),
    order.products.map((product) =>
      h(
        'p',
        {},
        thumbnail(product),
        `${product.name} ${product.pivot.order_quantity} × ${product.pivot.unit_price}`,
      ),
    ),
    order.children.map(({ shop, tracking_number }) => h('p', {}, `${shop.name} ${tracking_number}`)),
    !isCash && order.payment_status === 'payment-pending' ? h('button', { onclick: pay }, 'Pay now') : null,
    isCash ? null : h('button', { onclick: check }, 'Check payment'),
    order.order_status === 'order-completed' ? [review, refund] : null,
  );
}

async function ordersPage() {
  const { data } = await get('orders', { with: 'refund', limit: 15, page: 1 });
  show(
    h('h1', {}, 'Orders'),
    data.map((order) =>
      h(
        'p',
        {},
        h('a', { href: `#/orders/${order.tracking_number}` }, order.tracking_number),
        ` ${statusColors[order.order_status].color}`,
      ),
    ),
  );
}

function registerPage() {
  const fields = [
    ['name', 'Name'],
    ['email', 'Email'],
    ['password', 'Password'],
  ];
  show(
    h('h1', {}, 'Register'),
    form('Create account', fields, async (values) => {
      const answer = await send('POST', 'register', { ...values, permission: 'customer' });
      if (!answer.token || !answer.permissions?.length) return say('The credentials are wrong');
      token.set(answer.token);
      location.hash = '#/';
    }),
  );
}

function loginPage() {
  const fields = [
    ['email', 'Email'],
    ['password', 'Password'],
  ];
  show(
    h('h1', {}, 'Sign in'),
    form('Log in', fields, async (values) => {
      const answer = await send('POST', 'token', values);
      if (!answer.token) return say('The credentials are wrong');
      token.set(answer.token);
      const me = await get('me');
      say(`${me.name} ${language} ${me.permissions.map(({ name }) => name)}`);
    }),
    form(
      'Change password',
      [
        ['oldPassword', 'Old'],
        ['newPassword', 'New'],
      ],
      async (values) => {
        const { success, message } = await send('POST', 'change-password', values);
        if (success === false)
          throw Object.assign(new Error(message), { status: 422, data: { oldPassword: [message] } });
        say('Password changed');
      },
    ),
  );
}

const pages = { products: productPage, cart: cartPage, register: registerPage, login: loginPage };

async function open() {
  const [page, key] = location.hash.slice(2).split('/');
  if (page === 'orders') return key ? orderPage(key) : ordersPage();
  return (pages[page] ?? productsPage)(key);
}

addEventListener('hashchange', () => void open());
void open();
