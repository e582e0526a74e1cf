import {
  ArrowLeftRight,
  BadgePercent,
  Bell,
  BookOpen,
  Boxes,
  CircleAlert,
  CircleHelp,
  ClipboardList,
  Factory,
  FileText,
  Flag,
  FolderTree,
  House,
  Images,
  LayoutGrid,
  List,
  Megaphone,
  MessageSquare,
  Package,
  PackageOpen,
  PenTool,
  Percent,
  Settings,
  Share2,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  Smartphone,
  Star,
  Store,
  Tag,
  Ticket,
  Truck,
  Undo2,
  Users,
  Wallet,
  Zap,
} from 'lucide-react';
import { folder, group, item, link, type MenuGroup } from './menu-parts';

/**
 * The menus of reference pages §4, complete. What is drawn of them follows from the page table: an entry appears when its
 * page exists and the person may open it (`menu.ts`), so a menu never leads nowhere.
 */
export const adminMenu: MenuGroup[] = [
  group('text-main', [item('sidebar-nav-item-dashboard', House, '/')]),
  group('text-shop-management', [
    folder('sidebar-nav-item-shops', Store, [
      link('text-all-shops', '/shops'),
      link('text-add-all-shops', '/shops/create'),
      link('text-inactive-shops', '/new-shops'),
    ]),
    item('sidebar-nav-item-my-shops', Store, '/my-shops'),
  ]),
  group('text-product-management', [
    folder('sidebar-nav-item-products', Package, [
      link('text-all-products', '/products'),
      link('text-my-draft-products', '/products/draft'),
      link('text-all-out-of-stock', '/products/product-stock'),
    ]),
    item('text-groups', LayoutGrid, '/groups'),
    item('text-inventory', Boxes, '/products/inventory'),
    item('sidebar-nav-item-categories', FolderTree, '/categories'),
    item('sidebar-nav-item-tags', Tag, '/tags'),
    item('sidebar-nav-item-attributes', SlidersHorizontal, '/attributes'),
    item('sidebar-nav-item-attribute-value', List, '/attribute-values'),
    item('sidebar-nav-item-manufacturers', Factory, '/manufacturers'),
    item('sidebar-nav-item-authors', PenTool, '/authors'),
  ]),
  group('text-e-commerce-management', [
    item('sidebar-nav-item-taxes', Percent, '/taxes'),
    item('sidebar-nav-item-shippings', Truck, '/shippings'),
    item('sidebar-nav-item-boxes', PackageOpen, '/boxes'),
    item('sidebar-nav-item-withdraws', Wallet, '/withdraws'),
    folder('sidebar-nav-item-refunds', Undo2, [
      link('text-reported-refunds', '/refunds'),
      link('sidebar-nav-item-refund-policy', '/refund-policies'),
      link('text-new-refund-policy', '/refund-policies/create'),
      link('text-refund-reasons', '/refund-reasons'),
      link('text-new-refund-reasons', '/refund-reasons/create'),
    ]),
  ]),
  group('text-page-control', [
    folder('text-faqs', CircleHelp, [link('text-all-faqs', '/faqs'), link('text-new-faq', '/faqs/create')]),
    folder('text-terms-conditions', FileText, [
      link('text-all-terms', '/terms-and-conditions'),
      link('text-new-terms', '/terms-and-conditions/create'),
    ]),
    item('sidebar-nav-item-social-links', Share2, '/social-links'),
  ]),
  group('text-order-management', [
    item('sidebar-nav-item-orders', ShoppingBag, '/orders'),
    item('sidebar-nav-item-create-order', ShoppingBag, '/orders/create'),
    item('text-transactions', ArrowLeftRight, '/orders/transaction'),
    item('sidebar-nav-item-order-status', ClipboardList, '/order-status'),
  ]),
  group('text-user-control', [
    item('text-all-users', Users, '/users'),
    item('text-admin-list', ShieldCheck, '/users/admins'),
    folder('text-vendors', Store, [
      link('text-all-vendors', '/users/vendors'),
      link('text-pending-vendors', '/users/vendors/pending'),
    ]),
    folder('sidebar-nav-item-staffs', Users, [
      link('sidebar-nav-item-my-staffs', '/users/my-staffs'),
      link('sidebar-nav-item-vendor-staffs', '/users/vendor-staffs'),
    ]),
    item('text-customers', Users, '/users/customer'),
  ]),
  group('text-feedback-control', [
    item('sidebar-nav-item-reviews', Star, '/reviews'),
    item('sidebar-nav-item-questions', CircleHelp, '/questions'),
    item('text-abuse-report', Flag, '/abusive_reports'),
  ]),
  group('text-promotional-management', [
    item('sidebar-nav-item-coupons', Ticket, '/coupons'),
    item('text-verify-coupon', BadgePercent, '/coupons/verify'),
    folder('text-flash-sale', Zap, [
      link('text-all-campaigns', '/flash-sale'),
      link('text-new-campaigns', '/flash-sale/create'),
    ]),
    item('sidebar-nav-item-advertising-banners', Images, '/advertising-banners'),
    item('sidebar-nav-item-review-banners', Images, '/review-banners'),
  ]),
  group('text-feature-management', [
    item('sidebar-nav-item-message', MessageSquare, '/message'),
    item('sidebar-nav-item-store-notice', Megaphone, '/store-notices'),
    item('form-title-all-notifications', Bell, '/notify-logs'),
  ]),
  group('text-site-management', [
    folder('sidebar-nav-item-settings', Settings, [
      link('text-general-settings', '/settings'),
      link('text-payment-settings', '/settings/payment'),
      link('text-seo-settings', '/settings/seo'),
      link('text-events-settings', '/settings/events'),
      link('text-shop-settings', '/settings/shop'),
      link('text-maintenance-settings', '/settings/maintenance'),
      link('text-company-settings', '/settings/company-information'),
    ]),
    item('sidebar-nav-item-error-codes', CircleAlert, '/error-codes'),
    item('sidebar-nav-item-mobile-app-versions', Smartphone, '/mobile-app-versions'),
  ]),
];

/** Owners and staff outside a shop (reference pages §4.2). */
export const ownerMenu: MenuGroup[] = [
  group('text-nav-menu', [
    item('sidebar-nav-item-dashboard', House, '/'),
    item('sidebar-nav-item-my-shops', Store, '/my-shop'),
    item('sidebar-nav-item-message', MessageSquare, '/owner-message'),
    item('sidebar-nav-item-store-notice', Megaphone, '/notice'),
    item('sidebar-nav-item-owner-settings', Settings, '/vendor/settings'),
    item('sidebar-nav-item-store-keepers', Users, '/vendor/store_keepers'),
    item('form-title-all-notifications', Bell, '/notify-logs/user/[me]'),
  ]),
];

const shopMain = group('text-main', [item('sidebar-nav-item-dashboard', House, '/[shop]')]);

const shopFlashSale = group('text-promotional-control', [
  folder('text-flash-sale', Zap, [
    link('text-available-flash-deals', '/[shop]/flash-sale'),
    link('text-my-products-in-deals', '/[shop]/flash-sale/my-products'),
  ]),
]);

const shopProducts = (outOfStock: string) => [
  folder('sidebar-nav-item-products', Package, [
    link('text-all-products', '/[shop]/products'),
    link('text-new-products', '/[shop]/products/create'),
    link('text-my-draft', '/[shop]/products/draft'),
    link(outOfStock, '/[shop]/products/product-stock'),
  ]),
  item('text-inventory', Boxes, '/[shop]/products/inventory'),
  item('sidebar-nav-item-attributes', SlidersHorizontal, '/[shop]/attributes'),
];

/** Inside a shop, for its owner and for administrators (reference pages §4.3). */
export const shopMenu: MenuGroup[] = [
  shopMain,
  group('text-product-management', [
    ...shopProducts('text-all-out-of-stock'),
    item('sidebar-nav-item-manufacturers', Factory, '/[shop]/manufacturers'),
    item('sidebar-nav-item-authors', BookOpen, '/[shop]/authors'),
  ]),
  group('text-financial-management', [
    item('sidebar-nav-item-withdraws', Wallet, '/[shop]/withdraws'),
    item('sidebar-nav-item-refunds', Undo2, '/[shop]/refunds'),
  ]),
  group('text-order-management', [
    item('sidebar-nav-item-orders', ShoppingBag, '/[shop]/orders'),
    item('text-transactions', ArrowLeftRight, '/[shop]/orders/transaction'),
  ]),
  group('text-feature-management', [
    item('sidebar-nav-item-store-notice', Megaphone, '/[shop]/store-notices'),
    item('sidebar-nav-item-message', MessageSquare, '/owner-message'),
  ]),
  group('text-feedback-control', [
    item('sidebar-nav-item-reviews', Star, '/[shop]/reviews'),
    item('sidebar-nav-item-questions', CircleHelp, '/[shop]/questions'),
  ]),
  group('text-user-control', [item('sidebar-nav-item-staffs', Users, '/[shop]/staffs')]),
  shopFlashSale,
  group('text-page-management', [
    item('text-faqs', CircleHelp, '/[shop]/faqs'),
    item('text-terms-conditions', FileText, '/[shop]/terms-and-conditions'),
  ]),
];

/** Inside the shop that a member of staff works in: no money, no people (reference pages §4.4). */
export const staffMenu: MenuGroup[] = [
  shopMain,
  group('text-product-management', shopProducts('text-low-out-of-stock')),
  group('text-financial-management', [item('sidebar-nav-item-refunds', Undo2, '/[shop]/refunds')]),
  group('text-order-management', [item('sidebar-nav-item-orders', ShoppingBag, '/[shop]/orders')]),
  shopFlashSale,
  group('text-page-management', [item('text-faqs', CircleHelp, '/[shop]/faqs')]),
];
