export const moscow = {
  country: 'Россия',
  state: 'Москва',
  city: 'Москва',
  zip: '101000',
  street_address: 'Тверская, 1',
};

/** Body of `POST orders`, by default with one line and payment in cash. */
export const orderOf = (
  products: readonly { product_id: number; variation_option_id?: number; order_quantity: number | string }[],
  more: object = {},
) => ({
  products,
  customer_contact: '+7 (900) 123-45-67',
  payment_gateway: 'CASH',
  billing_address: moscow,
  shipping_address: moscow,
  ...more,
});
