import { type ResourceName, resources } from '@/contract';
import { activeOnly } from './policies/active-only';
import { approvedOnly } from './policies/approved-only';
import { advertisingBannersService } from './services/advertising-banners';
import { appVersionsService } from './services/app-versions';
import { attributeValuesService } from './services/attribute-values';
import { attributesService } from './services/attributes';
import { authorsService } from './services/authors';
import { categoriesService } from './services/categories';
import { couponsService } from './services/coupons';
import { deliveryClassesService, withoutCharge } from './services/delivery-classes';
import { faqsService } from './services/faqs';
import { flashSaleService } from './services/flash-sale';
import { groupsService } from './services/groups';
import { manufacturersService } from './services/manufacturers';
import { orderStatusService } from './services/order-status';
import { ordersService } from './services/orders';
import { productsService } from './services/products';
import { questionsService } from './services/questions';
import { refundsService } from './services/refunds';
import { type ResourceService, resourceService } from './services/resource-service';
import { reviewBannersService } from './services/review-banners';
import { reviewsService } from './services/reviews';
import { shopsService } from './services/shops';
import { staffsService } from './services/staffs';
import { storeNoticesService } from './services/store-notices';
import { termsService } from './services/terms';
import { usersService } from './services/users';
import { withdrawsService } from './services/withdraws';

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
