import type { Kind, Shape } from './shape-check';
import { analytics, settings } from './shapes-of-settings';

/**
 * Fields that clients of the dialect read, per entity: written by hand, so that a response which loses one of them
 * fails a test. A `?` after a kind allows null; the key must exist.
 */
const times = 'created_at updated_at';
const translated = { text: 'language', array: 'translated_languages' };

/** Adds fields to a shape: details show more than lists. */
function extend(shape: Shape, more: Shape): Shape {
  const fields: Shape['fields'] = { ...shape.fields };
  for (const [kind, names] of Object.entries(more.fields) as [Kind, string][]) {
    fields[kind] = [fields[kind], names].filter(Boolean).join(' ');
  }
  return { fields, parts: { ...shape.parts, ...more.parts } };
}

const attachment: Shape = { fields: { id: 'id', text: 'original thumbnail file_name' } };
const stub: Shape = { fields: { id: 'id', text: 'name slug' } };
const logoStub = extend(stub, { fields: { 'object?': 'logo' } });

const permission: Shape = { fields: { id: 'id', text: 'name guard_name' } };
const profile: Shape = {
  fields: {
    id: 'id customer_id',
    'object?': 'avatar',
    'text?': 'bio contact',
    array: 'socials',
    object: 'notifications',
  },
  parts: { avatar: attachment },
};
const postalAddress: Shape = { fields: { text: 'street_address city state zip country' } };
const address: Shape = {
  fields: {
    id: 'id customer_id',
    text: 'title type',
    flag: 'default',
    object: 'address',
    'object?': 'location',
  },
  parts: { address: postalAddress },
};
const wallet: Shape = {
  fields: { id: 'id customer_id', number: 'total_points points_used available_points' },
};
const shopOfUser = extend(logoStub, { fields: { flag: 'is_active' } });
const balance: Shape = {
  fields: {
    id: 'id shop_id',
    'number?': 'admin_commission_rate',
    number: 'total_earnings withdrawn_amount current_balance',
    'object?': 'payment_info',
    flag: 'is_custom_commission',
  },
};

const person: Shape = {
  fields: {
    id: 'id',
    text: 'name email',
    'date?': 'email_verified_at',
    date: times,
    flag: 'email_verified is_active',
    'id?': 'shop_id',
    object: 'profile',
    array: 'permissions address',
    'object?': 'wallet',
  },
  parts: { profile, permissions: permission, address, wallet },
};
const user = person;
const userDetails = extend(person, {
  fields: { array: 'shops', 'object?': 'managed_shop' },
  parts: { shops: shopOfUser, managed_shop: shopOfUser },
});
const me = extend(userDetails, {
  fields: { 'object?': 'last_order' },
  parts: { shops: extend(shopOfUser, { fields: { object: 'balance' }, parts: { balance } }) },
});
const staff: Shape = {
  fields: {
    id: 'id shop_id',
    text: 'name email',
    flag: 'is_active email_verified',
    object: 'profile shop',
    array: 'permissions',
    date: times,
  },
  parts: {
    profile: {
      fields: { id: 'id customer_id', 'object?': 'avatar', 'text?': 'bio contact', array: 'socials' },
    },
    permissions: permission,
    shop: stub,
  },
};

const shop: Shape = {
  fields: {
    id: 'id owner_id',
    text: 'name slug',
    'text?': 'description',
    'object?': 'logo cover_image address ownership_history',
    object: 'settings owner',
    array: 'categories',
    flag: 'is_active',
    number: 'orders_count products_count',
    date: times,
  },
  parts: {
    logo: attachment,
    cover_image: attachment,
    settings: { fields: { array: 'socials', 'object?': 'location' } },
    owner: {
      fields: { id: 'id', text: 'name email', object: 'profile' },
      parts: { profile: { fields: { 'object?': 'avatar', 'text?': 'contact' } } },
    },
    categories: stub,
  },
};
const shopDetails = extend(shop, { fields: { object: 'balance' }, parts: { balance } });

const group: Shape = {
  fields: {
    ...translated,
    id: 'id',
    text: 'name slug language',
    'text?': 'icon',
    object: 'settings',
    array: 'promotional_sliders banners translated_languages',
    date: times,
  },
  parts: {
    settings: {
      fields: {
        flag: 'isHome',
        text: 'layoutType productCard',
        object: 'bestSelling popularProducts category newArrival authors manufactures handpickedProducts',
      },
      parts: {
        handpickedProducts: { fields: { flag: 'enable enableSlider', text: 'title', array: 'products' } },
      },
    },
  },
};
const groupOfProduct = extend(stub, {
  fields: { object: 'settings' },
  parts: { settings: { fields: { flag: 'isHome', text: 'layoutType productCard' } } },
});

const product: Shape = {
  fields: {
    ...translated,
    id: 'id type_id shop_id',
    text: 'name slug language product_type unit status',
    'text?': 'description sku',
    object: 'type shop',
    'object?': 'image',
    array: 'gallery translated_languages',
    'number?': 'price sale_price min_price max_price',
    number: 'quantity sold_quantity',
    flag: 'is_digital in_flash_sale in_wishlist',
    date: times,
  },
  parts: { type: groupOfProduct, shop: logoStub, image: attachment, gallery: attachment },
};
const attributeValue: Shape = { fields: { id: 'id', text: 'slug value meta' } };
const variation: Shape = {
  fields: {
    id: 'id product_id',
    text: 'title language',
    'text?': 'sku',
    array: 'options',
    number: 'price quantity sold_quantity',
    'number?': 'sale_price',
    flag: 'is_disable is_digital',
    'object?': 'image digital_file',
  },
  parts: { options: { fields: { text: 'name value' } } },
};
const productDetails = extend(product, {
  fields: {
    'id?': 'author_id manufacturer_id',
    'object?': 'author manufacturer digital_file',
    array: 'video categories tags variations variation_options related_products rating_count flash_sales',
    flag: 'in_stock is_taxable is_external',
    'text?': 'external_product_url external_product_button_text',
    'number?': 'height width length',
    number: 'ratings total_reviews',
  },
  parts: {
    author: logoStub,
    manufacturer: logoStub,
    categories: stub,
    tags: stub,
    related_products: product,
    variation_options: variation,
    variations: {
      fields: {
        id: 'id attribute_id attribute_value_id',
        text: 'value slug',
        'text?': 'meta',
        object: 'attribute',
      },
      parts: {
        attribute: {
          fields: { id: 'id', text: 'name slug', array: 'values' },
          parts: { values: attributeValue },
        },
      },
    },
  },
});

const orderProduct: Shape = {
  fields: {
    id: 'id product_id',
    text: 'name',
    'text?': 'slug unit',
    'object?': 'image',
    object: 'pivot',
    array: 'variation_options',
  },
  parts: {
    pivot: {
      fields: {
        id: 'order_id product_id',
        'id?': 'variation_option_id',
        number: 'order_quantity unit_price subtotal',
      },
    },
    variation_options: { fields: { id: 'id', text: 'title' } },
  },
};
const orderAlone: Shape = {
  fields: {
    id: 'id',
    'id?': 'customer_id parent_id shop_id',
    text: 'tracking_number customer_contact payment_gateway order_status payment_status language',
    'text?': 'customer_name altered_payment_gateway delivery_time',
    'object?': 'customer shop',
    number:
      'amount sales_tax delivery_fee discount total paid_total cancelled_amount cancelled_tax cancelled_delivery_fee',
    date: times,
  },
  parts: { customer: { fields: { id: 'id', text: 'name email' } }, shop: stub },
};
const partInList: Shape = {
  fields: {
    id: 'id parent_id shop_id',
    text: 'tracking_number order_status payment_status',
    number: 'amount total paid_total',
    object: 'shop',
  },
  parts: { shop: stub },
};
const order = extend(orderAlone, {
  fields: {
    array: 'products children',
    'object?': 'billing_address shipping_address wallet_point',
    'id?': 'coupon_id',
    'text?': 'note',
  },
  parts: {
    products: orderProduct,
    children: partInList,
    billing_address: postalAddress,
    shipping_address: postalAddress,
  },
});
const orderDetails = extend(order, {
  fields: { 'object?': 'coupon payment_intent parent_order' },
  parts: {
    children: extend(orderAlone, { fields: { array: 'products' }, parts: { products: orderProduct } }),
  },
});

const refund: Shape = {
  fields: {
    id: 'id order_id',
    'id?': 'customer_id refund_reason_id refund_policy_id',
    number: 'amount',
    text: 'status',
    'text?': 'title description',
    object: 'order',
    'object?': 'customer refund_reason refund_policy',
    array: 'images',
    date: times,
  },
  parts: {
    order: { fields: { id: 'id', text: 'tracking_number', date: 'created_at' } },
    customer: { fields: { text: 'email' } },
    refund_reason: stub,
  },
};

const author = {
  fields: { id: 'id', text: 'name', object: 'profile' },
  parts: { profile: { fields: { 'object?': 'avatar' as const } } },
} as Shape;
const feedback: Shape = {
  fields: {
    id: 'id user_id product_id shop_id',
    object: 'user product',
    'object?': 'my_feedback',
    number: 'positive_feedbacks_count negative_feedbacks_count abusive_reports_count',
    date: times,
  },
  parts: { user: author, product: extend(stub, { fields: { 'object?': 'image' } }) },
};
const report: Shape = {
  fields: { id: 'id user_id model_id', text: 'model_type message', object: 'user', date: times },
  parts: { user: { fields: { id: 'id', text: 'name' } } },
};
const review = extend(feedback, {
  fields: { 'id?': 'order_id variation_option_id', number: 'rating', text: 'comment', array: 'photos' },
});
const question = extend(feedback, { fields: { text: 'question', 'text?': 'answer' } });
const reports: Shape = { fields: { array: 'abusive_reports' }, parts: { abusive_reports: report } };

const category: Shape = {
  fields: {
    id: 'id',
    text: 'name slug language',
    'text?': 'icon details',
    'id?': 'parent_id type_id',
    'object?': 'parent image type',
    array: 'children banner_image translated_languages',
    number: 'products_count',
    date: times,
  },
  parts: { type: stub, children: { fields: { id: 'id', text: 'name slug', array: 'children' } } },
};
const tag: Shape = {
  fields: {
    id: 'id',
    text: 'name slug language',
    'text?': 'icon details',
    'object?': 'image type',
    array: 'translated_languages',
    date: times,
  },
};
const attribute: Shape = {
  fields: {
    id: 'id shop_id',
    text: 'name slug language',
    object: 'shop',
    array: 'values translated_languages',
    date: times,
  },
  parts: { shop: stub, values: extend(attributeValue, { fields: { id: 'attribute_id', text: 'language' } }) },
};
const writer: Shape = {
  fields: {
    id: 'id',
    text: 'name slug language',
    'object?': 'image cover_image',
    array: 'socials translated_languages',
    flag: 'is_approved',
    number: 'products_count',
    date: times,
  },
};

const message: Shape = {
  fields: { id: 'id conversation_id user_id', text: 'body', date: times },
};
const conversation: Shape = {
  fields: { id: 'id user_id shop_id', object: 'user shop latest_message', number: 'unseen', date: times },
  parts: { user: author, shop: logoStub, latest_message: message },
};

const notice: Shape = {
  fields: {
    id: 'id created_by',
    text: 'notice priority type creator_role',
    'text?': 'description',
    'date?': 'effective_from',
    date: `expired_at ${times}`,
    array: 'users shops read_status',
    flag: 'is_read',
    object: 'creator',
  },
  parts: { creator: { fields: { id: 'id', text: 'name' } } },
};
const notification: Shape = {
  fields: {
    id: 'id receiver',
    'id?': 'sender',
    text: 'notify_type notify_receiver_type',
    'text?': 'notify_text notify_tracker',
    flag: 'is_read',
    'object?': 'sender_user',
    date: times,
  },
  parts: { sender_user: author },
};

const flashSale: Shape = {
  fields: {
    id: 'id',
    text: 'title slug description type language',
    'number?': 'rate',
    flag: 'sale_status',
    object: 'sale_builder',
    'object?': 'image cover_image',
    array: 'translated_languages',
    date: `start_date end_date ${times}`,
  },
  parts: { sale_builder: { fields: { text: 'data_type', array: 'product_ids' } } },
};
const saleRequest: Shape = {
  fields: {
    id: 'id flash_sale_id',
    text: 'title',
    'text?': 'note',
    object: 'flash_sale',
    array: 'products',
    flag: 'request_status',
    date: times,
  },
  parts: { flash_sale: { fields: { id: 'id', text: 'title slug' } }, products: stub },
};

/** Keyed as in the table of endpoints. */
export const shapes = {
  user,
  userDetails,
  address,
  me,
  staff,
  shop,
  shopDetails,
  group,
  product,
  productDetails,
  order,
  orderDetails,
  refund,
  review,
  reviewDetails: extend(review, reports),
  question,
  questionDetails: extend(question, reports),
  report,
  category,
  tag,
  attribute,
  attributeValue: extend(attributeValue, {
    fields: { id: 'attribute_id', object: 'attribute', text: 'language', date: times },
  }),
  author: extend(writer, { fields: { 'text?': 'bio quote languages born death' } }),
  manufacturer: extend(writer, { fields: { id: 'type_id', 'text?': 'description website', object: 'type' } }),
  conversation,
  message,
  analytics,
  settings,
  notice,
  notification,
  flashSale,
  flashSaleDetails: extend(flashSale, { fields: { array: 'products' }, parts: { products: stub } }),
  saleRequest,
  coupon: {
    fields: {
      id: 'id',
      text: 'code type language',
      'text?': 'description',
      'object?': 'image',
      number: 'amount minimum_cart_amount',
      date: `active_from expire_at ${times}`,
      flag: 'is_valid target is_approve',
      'id?': 'shop_id user_id',
      array: 'translated_languages',
    },
  },
  tax: {
    fields: {
      id: 'id',
      text: 'name',
      number: 'rate',
      'number?': 'priority',
      flag: 'is_global on_shipping',
      'text?': 'country state zip city',
    },
  },
  shipping: { fields: { id: 'id', text: 'name type', number: 'amount', flag: 'is_global' } },
  withdraw: {
    fields: {
      id: 'id shop_id',
      object: 'shop',
      number: 'amount',
      text: 'status',
      'text?': 'payment_method details note',
      date: times,
    },
    parts: { shop: stub },
  },
  refundPolicy: {
    fields: {
      id: 'id',
      text: 'title slug target status language',
      'text?': 'description',
      'id?': 'shop_id',
      'object?': 'shop',
      array: 'translated_languages',
    },
  },
  refundReason: { fields: { id: 'id', text: 'name slug language', array: 'translated_languages' } },
  faq: {
    fields: {
      id: 'id user_id',
      text: 'slug faq_title faq_description faq_type issued_by language',
      'id?': 'shop_id',
      array: 'translated_languages',
      date: times,
    },
  },
  terms: {
    fields: {
      id: 'id user_id',
      text: 'title slug description type issued_by language',
      flag: 'is_approved',
      'id?': 'shop_id',
      array: 'translated_languages',
      date: times,
    },
  },
  orderStatus: {
    fields: { id: 'id', text: 'name slug color language', number: 'serial', array: 'translated_languages' },
  },
  transfer: {
    fields: {
      id: 'id from to shop_id created_by',
      text: 'transaction_identifier status',
      'text?': 'message',
      date: times,
    },
  },
  categoryProducts: {
    fields: { id: 'category_id', text: 'category_name shop_name', number: 'product_count' },
  },
  categorySales: { fields: { id: 'category_id', text: 'category_name shop_name', number: 'total_sales' } },
  topRated: {
    fields: {
      id: 'id type_id',
      text: 'name slug product_type type_slug',
      'text?': 'description',
      'object?': 'image',
      'number?': 'regular_price sale_price min_price max_price',
      number: 'total_rating rating_count actual_rating',
    },
  },
  option: { fields: { text: 'name value' } },
  named: { fields: { id: 'id', text: 'name' } },
  box: {
    fields: {
      id: 'id',
      text: 'name',
      number: 'length width height',
      'number?': 'weight price',
      flag: 'is_active',
    },
  },
  errorCode: { fields: { id: 'id', text: 'code message', 'text?': 'title', 'number?': 'status' } },
  appVersion: {
    fields: {
      id: 'id',
      text: 'platform app_version',
      'text?': 'min_version url notes',
      flag: 'is_force_update',
    },
  },
  socialLink: { fields: { id: 'id', text: 'name icon url', number: 'position', flag: 'is_active' } },
  banner: {
    fields: { id: 'id', text: 'title', 'text?': 'description url', object: 'image', flag: 'is_active' },
    parts: { image: attachment },
  },
  reviewBanner: { fields: { id: 'id', text: 'title status', object: 'image' }, parts: { image: attachment } },
  deliveryClass: { fields: { id: 'id', text: 'name type', number: 'amount', flag: 'is_global' } },
} satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;
