import { type ResourceName, resources } from '@/contract';
import { activeOnly } from './core/resource/active-only';
import { approvedOnly } from './core/resource/approved-only';
import { type ResourceService, resourceService } from './core/resource/service';
import { usersService } from './modules/accounts/users';
import { attributeValuesService } from './modules/catalogue/attributes/attribute-values';
import { attributesService } from './modules/catalogue/attributes/attributes';
import { authorsService } from './modules/catalogue/authors';
import { categoriesService } from './modules/catalogue/categories/categories';
import { groupsService } from './modules/catalogue/groups';
import { manufacturersService } from './modules/catalogue/manufacturers';
import { productsService } from './modules/catalogue/products/products';
import { questionsService } from './modules/feedback/questions';
import { reviewsService } from './modules/feedback/reviews';
import { withdrawsService } from './modules/ledger/withdraws';
import { storeNoticesService } from './modules/messaging/notices/store-notices';
import { ordersService } from './modules/orders/orders';
import { orderStatusService } from './modules/orders/status-dictionary';
import { advertisingBannersService } from './modules/promotions/banners/advertising-banners';
import { reviewBannersService } from './modules/promotions/banners/review-banners';
import { couponsService } from './modules/promotions/coupons/coupons';
import { flashSaleService } from './modules/promotions/flash-sales/flash-sale';
import { refundsService } from './modules/refunds/refunds';
import { appVersionsService } from './modules/settings/app-versions';
import { deliveryClassesService, withoutCharge } from './modules/settings/delivery-classes';
import { faqsService } from './modules/settings/faqs';
import { termsService } from './modules/settings/terms';
import { shopsService } from './modules/shops/shops';
import { staffsService } from './modules/shops/staffs';

/** What answers each family: typed to have every one. */
export const services: Record<ResourceName, ResourceService> = {
  tags: resourceService(resources.tags, {
    table: 'tags',
    relations: { type: { column: 'type_id', table: 'groups' } },
    usedBy: [{ table: 'product_tag', column: 'tag_id', family: 'products', isLink: true }],
  }),
  boxes: resourceService(resources.boxes, {
    table: 'boxes',
    usedBy: [
      { table: 'boxes_of_delivery_classes', column: 'box_id', family: 'delivery-classes' },
      { table: 'products', column: 'box_id', family: 'products' },
    ],
  }),
  faqs: faqsService,
  'flash-sale': flashSaleService,
  authors: authorsService,
  manufacturers: manufacturersService,
  coupons: couponsService,
  'store-notices': storeNoticesService,
  groups: groupsService,
  categories: categoriesService,
  'error-codes': resourceService(resources['error-codes'], { table: 'error_codes' }),
  'mobile-app-versions': appVersionsService,
  'social-links': resourceService(resources['social-links'], { table: 'social_links', policy: activeOnly }),
  'advertising-banners': advertisingBannersService,
  'review-banners': reviewBannersService,
  attributes: attributesService,
  'attribute-values': attributeValuesService,
  'order-status': orderStatusService,
  taxes: resourceService(resources.taxes, {
    table: 'taxes',
    usedBy: [{ table: 'classes_in_settings', column: 'tax_id', family: 'settings', isLink: true }],
  }),
  shippings: resourceService(resources.shippings, {
    table: 'shippings',
    onUpdate: withoutCharge,
    usedBy: [{ table: 'classes_in_settings', column: 'shipping_id', family: 'settings', isLink: true }],
  }),
  'delivery-classes': deliveryClassesService,
  'refund-policies': resourceService(resources['refund-policies'], {
    table: 'refund_policies',
    policy: approvedOnly,
    relations: { shop: { column: 'shop_id', table: 'shops' } },
  }),
  'refund-reasons': resourceService(resources['refund-reasons'], { table: 'refund_reasons' }),
  'terms-and-conditions': termsService,
  users: usersService,
  shops: shopsService,
  staffs: staffsService,
  withdraws: withdrawsService,
  products: productsService,
  orders: ordersService,
  refunds: refundsService,
  reviews: reviewsService,
  questions: questionsService,
};
