import type { User } from '@/contract/accounts/users/schema';
import type { BaseRow } from '@/contract/core/define';
import type { ResourceName } from '@/contract/index';
import type { NotifyLog } from '@/contract/messaging/notifications';
import type { Settings } from '@/contract/settings/index';
import type { Shop } from '@/contract/shops/schema';
import * as catalogue from './rows/catalogue';
import * as orders from './rows/orders';
import * as people from './rows/people';
import * as promotions from './rows/promotions';
import { nth } from './rows/row';
import * as settings from './rows/settings';
import * as talk from './rows/talk';

export type JsonRecord = Record<string, unknown>;

/** A stored row of the mock; the last two fields are never sent. */
export type Row = BaseRow & JsonRecord & { translations?: Record<string, JsonRecord>; deleted_at?: string };

/** All data of the mock; a reload of the page resets it. */
export interface World {
  tables: Record<ResourceName, Row[]>;
  settings: Settings;
  notifications: NotifyLog[];
}

export function makeWorld(): World {
  const users = people.makeUsers();
  const admin = nth(users, 0);
  const shops = people.makeShops(users);
  const staffs = people.makeStaffs(shops);
  const groups = catalogue.makeGroups();
  const tags = catalogue.makeTags(groups);
  const categories = catalogue.makeCategories(groups);
  const attributes = catalogue.makeAttributes(shops);
  const products = catalogue.makeProducts({ shops, groups, categories, tags });
  const boxes = settings.makeBoxes();
  const placed = orders.makeOrders(products, users);
  const reasons = orders.makeReasons();
  const tables = {
    users,
    shops,
    staffs,
    groups,
    tags,
    categories,
    attributes,
    products,
    boxes,
    orders: placed,
    'attribute-values': catalogue.makeAttributeValues(attributes),
    authors: catalogue.makeAuthors(),
    manufacturers: catalogue.makeManufacturers(groups),
    faqs: settings.makeFaqs(),
    'store-notices': talk.makeNotices(admin),
    'error-codes': settings.makeErrorCodes(),
    coupons: promotions.makeCoupons(shops),
    'mobile-app-versions': settings.makeAppVersions(),
    'social-links': settings.makeSocialLinks(),
    'advertising-banners': promotions.makeBanners(shops),
    'review-banners': promotions.makeReviewBanners(shops),
    'order-status': orders.makeStatuses(),
    taxes: settings.makeTaxes(),
    shippings: settings.makeShippings(),
    'delivery-classes': settings.makeDeliveryClasses(boxes),
    'refund-policies': orders.makePolicies(),
    'refund-reasons': reasons,
    'terms-and-conditions': settings.makeTerms(),
    'flash-sale': promotions.makeFlashSales(),
    withdraws: talk.makeWithdraws(shops),
    refunds: orders.makeRefunds(placed, reasons),
    reviews: talk.makeReviews(products, users),
    questions: talk.makeQuestions(products, users),
  } satisfies Record<ResourceName, BaseRow[]>;
  return {
    // Rows are typed where they are created; from here on all families are treated alike.
    tables: tables as unknown as World['tables'],
    settings: settings.makeSettings(),
    notifications: talk.makeNotifications(placed, admin.id),
  };
}

/** The current person: a demo account with the shops that it owns or works in. */
export interface Person {
  user: User;
  permissions: readonly string[];
  isAdmin: boolean;
  owned: Shop[];
  managed: Shop | null;
}

export const demoPassword = 'Demo12345';
const prefix = 'mock:';

export const tokenOf = (email: string) => `${prefix}${email}`;

/** The account of a token; a token survives a reload, the mock's data does not. */
export function personOf(world: World, token: string): Person | undefined {
  const users = world.tables.users as unknown as User[];
  const user = users.find(({ email }) => tokenOf(email) === token);
  if (!user) return undefined;
  const shops = world.tables.shops as unknown as Shop[];
  const permissions = user.permissions.map(({ name }) => name);
  const job = world.tables.staffs.find(({ email }) => email === user.email);
  return {
    user,
    permissions,
    isAdmin: permissions.includes('super_admin'),
    owned: shops.filter(({ owner_id }) => owner_id === user.id),
    managed: shops.find(({ id }) => id === job?.shop_id) ?? null,
  };
}

export function shopIdsOf({ owned, managed }: Person): number[] {
  return [...owned, ...(managed ? [managed] : [])].map(({ id }) => id);
}
