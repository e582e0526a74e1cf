import type { TestApp, Wire } from '../../../support/server';

/**
 * A small shop front of our own that behaves as public ones of the dialect do (docs/formats.md): it breaks on a payment
 * name that its table lacks, asks for a code before the contact where the settings say so, puts bare fields of a refusal
 * under its inputs, computes its sums itself, and goes where the answer to an order leads.
 */
const paymentTable: Record<string, { label: string; isOnline: boolean }> = {
  STRIPE: { label: 'Stripe', isOnline: true },
  PAYPAL: { label: 'PayPal', isOnline: true },
  RAZORPAY: { label: 'RazorPay', isOnline: true },
  CASH_ON_DELIVERY: { label: 'Cash on delivery', isOnline: false },
};

export interface FrontOrder extends Wire {
  tracking_number: string;
  payment_gateway: string;
  payment_status: string;
  total: number;
  discount: number;
  delivery_fee: number;
  products: Wire[];
  children: Wire[];
}

interface FrontSettings {
  paymentGateway: { name: string }[];
  useCashOnDelivery: boolean;
  useEnableGateway: boolean;
  defaultPaymentGateway: string;
  useOtp: boolean;
  deliveryTime: { title: string }[];
}

interface Coupon {
  id: number;
  type: 'fixed' | 'percentage' | 'free_shipping';
  amount: number;
}

const address = {
  country: 'Россия',
  state: 'Москва',
  city: 'Москва',
  zip: '101000',
  street_address: 'Тверская, 1',
};

export class SmallFront {
  token: string | undefined;
  /** What stands under the inputs of the open form. */
  errors: Record<string, string> = {};
  readonly #api: Pick<TestApp, 'request'>;

  constructor(api: Pick<TestApp, 'request'>) {
    this.#api = api;
  }

  async send<Body = Wire>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Body> {
    const asked = method === 'GET' ? `${path}${path.includes('?') ? '&' : '?'}language=en` : path;
    const answer = await this.#api.request<Body>(null, method, asked, body, {
      accept: 'application/json',
      authorization: `Bearer ${this.token ?? ''}`,
    });
    this.errors = {};
    if (answer.status === 422)
      for (const [field, texts] of Object.entries(answer.body as Record<string, unknown>))
        if (Array.isArray(texts)) this.errors[field] = String(texts[0]);
    if (answer.status >= 300 && answer.status !== 422)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  settings = async (): Promise<FrontSettings> =>
    (await this.send<{ options: FrontSettings }>('GET', 'settings')).options;

  /** The choices of the payment grid; an unknown name has no label, and reading it breaks the page. */
  async payments(): Promise<string[]> {
    const { paymentGateway, useCashOnDelivery, useEnableGateway } = await this.settings();
    const names = useEnableGateway ? paymentGateway.map(({ name }) => name.toUpperCase()) : [];
    const shown = [...names, ...(useCashOnDelivery ? ['CASH_ON_DELIVERY'] : [])];
    for (const name of shown) if (!paymentTable[name]) throw new TypeError(`No label of ${name}`);
    return shown;
  }

  async signIn(email: string, password: string): Promise<void> {
    this.token = (await this.send<{ token: string }>('POST', 'token', { email, password })).token;
  }

  /** Computes the sums of a cart and places the order. */
  async buy(product: Wire & { price: number }, quantity: number, given: { payment: string; code?: string }) {
    const { useOtp, deliveryTime } = await this.settings();
    const [slot] = deliveryTime;
    if (!slot) throw new Error('No slot is chosen, so the button stays closed');
    if (useOtp) throw new Error('The front asks for a code that nobody sends');
    const amount = product.price * quantity;
    const products = [
      { product_id: product.id, order_quantity: quantity, unit_price: product.price, subtotal: amount },
    ];
    const coupon = given.code ? await this.coupon(given.code, product, quantity) : undefined;
    const checked = await this.send<{ total_tax: number; shipping_charge: number }>(
      ...(['POST', 'orders/checkout/verify', { amount, products, shipping_address: address }] as const),
    );
    const discount = discountOf(coupon, amount, checked.shipping_charge);
    const total = amount + checked.total_tax + checked.shipping_charge - discount;
    const order = await this.send<FrontOrder>('POST', 'orders', {
      products,
      amount,
      discount,
      total,
      paid_total: total,
      coupon_id: coupon ? Number(coupon.id) : null,
      sales_tax: checked.total_tax,
      delivery_fee: checked.shipping_charge,
      payment_gateway: given.payment,
      customer_contact: '79001234567',
      ...(this.token === undefined && { customer_name: 'Пётр' }),
      delivery_time: slot.title,
      use_wallet_points: false,
      billing_address: {},
      shipping_address: address,
      language: 'en',
    });
    return { order, shown: total };
  }

  /** Where the page of an unpaid order leads; undefined for one that is paid on handover. */
  async payPage({ tracking_number, payment_gateway }: FrontOrder): Promise<string | undefined> {
    if (!paymentTable[payment_gateway]) throw new TypeError(`No label of ${payment_gateway}`);
    if (!paymentTable[payment_gateway].isOnline) return undefined;
    const query = `tracking_number=${tracking_number}&payment_gateway=${payment_gateway.toLowerCase()}&recall_gateway=false`;
    const attempt = await this.send<{ payment_intent_info: { is_redirect: boolean; redirect_url: string } }>(
      'GET',
      `payment-intent?${query}`,
    );
    // Otherwise it opens the card form of another payment service.
    if (!attempt.payment_intent_info.is_redirect) throw new Error('No address to pay at');
    return attempt.payment_intent_info.redirect_url;
  }

  private async coupon(code: string, product: Wire & { price: number }, quantity: number): Promise<Coupon> {
    const { coupon } = await this.send<{ coupon: Coupon }>('POST', 'coupons/verify', {
      code,
      sub_total: product.price * quantity,
      item: [{ id: product.id, quantity, price: product.price, shop_id: product.shop_id }],
    });
    return coupon;
  }
}

function discountOf(coupon: Coupon | undefined, amount: number, delivery: number): number {
  if (!coupon) return 0;
  if (coupon.type === 'percentage') return (amount * coupon.amount) / 100;
  return coupon.type === 'free_shipping' ? delivery : coupon.amount;
}
