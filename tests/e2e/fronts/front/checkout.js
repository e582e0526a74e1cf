import { form, h, language, say, send, show } from './client.js';

/** The whole table of payment: another name has no row, and reading it breaks the page. */
const payments = {
  STRIPE: { name: 'Stripe', value: 'STRIPE' },
  PAYPAL: { name: 'Paypal', value: 'PAYPAL' },
  RAZORPAY: { name: 'RazorPay', value: 'RAZORPAY' },
  MOLLIE: { name: 'Mollie', value: 'MOLLIE' },
  CASH_ON_DELIVERY: { name: 'Cash on delivery', value: 'CASH_ON_DELIVERY' },
};

const itemTotal = ({ price, quantity }) => price * quantity;
const ordered = (item) => ({
  product_id: item.id,
  order_quantity: item.quantity,
  unit_price: item.price,
  subtotal: itemTotal(item),
});

/** Sums as such fronts compute them: the page shows another discount than the order is sent with. */
function sums({ items, options, coupon, verified }) {
  const subtotal = items
    .filter(({ id }) => !verified?.unavailable_products?.includes(id))
    .reduce((sum, item) => sum + itemTotal(item), 0);
  const isFree = options.freeShipping && Number(options.freeShippingAmount) <= subtotal;
  const shipping = isFree ? 0 : verified.shipping_charge;
  const shownDiscount = {
    percentage: (subtotal * Number(coupon?.amount ?? 0)) / 100,
    free_shipping: verified.shipping_charge,
    fixed: Number(coupon?.amount ?? 0),
  };
  return {
    subtotal,
    shipping,
    shown: subtotal + verified.total_tax + shipping - (coupon ? shownDiscount[coupon.type] : 0),
  };
}

const address = {
  ...{ country: 'Россия', state: 'Москва', city: 'Москва', zip: '101000' },
  street_address: 'Тверская, 1',
};

/** Cart, coupon, prices, contact and order, on one page. */
export async function placeOrder({ items, options, me, emptyCart }) {
  const state = {
    coupon: null,
    verified: null,
    contact: '',
    payment: options.defaultPaymentGateway.toUpperCase(),
  };
  // The first slot is chosen unasked.
  state.slot = options.deliveryTime[0];
  state.name = '';

  const couponForm = () =>
    form('Apply coupon', [['code', 'Coupon']], async ({ code }) => {
      const sub_total = items.reduce((sum, item) => sum + itemTotal(item), 0);
      const answer = await send('POST', 'coupons/verify', { code, sub_total });
      if (!answer.is_valid) return say(answer.message);
      state.coupon = answer.coupon;
      draw();
    });

  /** Where the settings ask for codes, the number counts once its code is right. */
  const contactForm = () => {
    if (!options.useOtp)
      return form('Save contact', [['phone_number', 'Phone']], ({ phone_number }) => {
        state.contact = phone_number;
        draw();
      });
    if (state.otp)
      return form('Confirm code', [['code', 'Code']], async ({ code }) => {
        const { id, phone_number } = state.otp;
        const answer = await send('POST', 'verify-otp-code', { otp_id: id, code, phone_number });
        if (!answer.success) return say(answer.message);
        state.contact = phone_number;
        draw();
      });
    return form('Send code', [['phone_number', 'Phone']], async ({ phone_number }) => {
      const answer = await send('POST', 'send-otp-code', { phone_number: `+${phone_number}` });
      if (!answer.success) return say(answer.message);
      state.otp = answer;
      draw();
    });
  };

  const verify = async () => {
    state.verified = await send('POST', 'orders/checkout/verify', {
      amount: items.reduce((sum, item) => sum + itemTotal(item), 0),
      products: items.map(ordered),
      billing_address: {},
      shipping_address: me ? address : {},
    });
    draw();
  };

  const place = async () => {
    const { coupon, verified, contact, payment, slot, name } = state;
    const { subtotal, shipping } = sums({ items, options, coupon, verified });
    // As public fronts send it: the number of the coupon, also where it means per cent.
    const discount = Number(coupon?.amount ?? 0);
    const total = subtotal + verified.total_tax + shipping - discount;
    try {
      const order = await send('POST', 'orders', {
        ...{ products: items.map(ordered), amount: subtotal, discount, paid_total: total, total },
        ...{ coupon_id: Number(coupon?.id), sales_tax: verified.total_tax, delivery_fee: shipping },
        ...{ delivery_time: slot.title, customer_contact: contact, payment_gateway: payment },
        ...{ customer_name: name || undefined, customer_id: me?.id, use_wallet_points: false },
        ...{ isFullWalletPayment: false, note: '', token: '', payment_sub_gateway: '', language },
        ...{ billing_address: {}, shipping_address: address },
      });
      emptyCart();
      location.hash = `#/orders/${order.tracking_number}`;
    } catch (error) {
      say(error.message);
    }
  };

  function grid() {
    const names = options.useEnableGateway
      ? options.paymentGateway.map(({ name }) => name.toUpperCase())
      : [];
    if (options.useCashOnDelivery) names.push('CASH_ON_DELIVERY');
    return names.map((key) => {
      const { name, value } = payments[key];
      const onchange = () => {
        state.payment = value;
      };
      return h(
        'label',
        {},
        h('input', { type: 'radio', name: 'pay', checked: state.payment === value, onchange }),
        name,
      );
    });
  }

  function draw() {
    const { verified, contact, slot, coupon } = state;
    const button = h('button', { onclick: place }, 'Place order');
    const close = () => {
      button.disabled = !(contact && slot && (me || state.name));
    };
    close();
    const oninput = ({ target }) => {
      state.name = target.value;
      close();
    };
    show(
      h('h1', {}, 'Cart'),
      items.map((item) => h('p', {}, `${item.name} ${item.quantity} × ${item.price}`)),
      coupon ? h('p', { className: 'coupon' }, coupon.code) : couponForm(),
      options.deliveryTime.map(({ title }) => h('p', { className: 'slot' }, title)),
      contact ? h('p', { className: 'contact' }, contact) : contactForm(),
      me ? null : h('label', {}, 'Your name', h('input', { name: 'guest', value: state.name, oninput })),
      verified
        ? [
            h('p', { className: 'shown' }, String(sums({ items, options, coupon, verified }).shown)),
            grid(),
            button,
          ]
        : h('button', { onclick: verify }, 'Check availability'),
    );
  }
  draw();
}
