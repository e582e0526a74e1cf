/** Fields of the reference that never leave this server, and why. */
export const leftOut: Record<string, string> = {
  'User.password, remember_token': 'secrets',
  'User.roles, Shop.uid, Shop.currency, Product.owner': 'fields of one fork',
  'Shop.staffs': 'people are listed by `staffs?shop_id=`, where their rights are checked',
  'Shop.balance in lists': 'only the details of one shop show money',
  'Me.managed_shop.balance': 'staff do not see the money of the shop',
  'Product.is_rental, blocked_dates, dropoff_locations': 'rental is another product',
  'Product.in_wishlist, my_review': 'the storefront’s own lists, which this server does not keep',
  'Product.digital_file.url': 'a file is sold by a link that expires',
  'Order.payment_id, logistics_provider': 'payments and deliveries are documents of their own',
  'Order.products.id':
    'is the id of the line, as several lines may hold one product; `product_id` is the product’s',
  'Refund.shop_id, shop': 'a refund is one for the whole order; its lines name their shops',
  'Settings.app_settings, StripeCardOnly': 'licences and gateways of other products',
  'Settings.useGoogleMap': 'maps come from another service',
  'FlashSaleRequest.language': 'requests are not translated',
  'AppVersion.version': 'counts the edits of the row; the build’s is `app_version`',
  'Staff.profile.notifications': 'an address of the person, not of the shop',
  'Settings.server_info.memory_limit': 'limits of another runtime',
  'cancelled_amount and prices of variations as text': 'amounts are numbers everywhere',
};
