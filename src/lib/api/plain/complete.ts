import { defaultSettings } from '@/contract/settings';
import * as catalogue from './catalogue';
import * as people from './people';
import * as trade from './trade';
import { fill, isJson, type Json, settle } from './values';

type Complete = (row: Json) => Json;

const blank =
  (defaults: Json): Complete =>
  (row) =>
    fill(row, defaults);

function each(complete: Complete, ...names: string[]): Record<string, Complete> {
  return Object.fromEntries(names.map((name) => [name, complete]));
}

/** Completes rows of servers without our extensions, by endpoint. */
const families: Record<string, Complete> = {
  me: people.me,
  ...each(people.user, 'users', 'admin/list', 'vendors/list', 'customers/list'),
  ...each(people.staff, 'staffs', 'my-staffs', 'all-staffs'),
  ...each(people.shop, 'shops', 'my-shops', 'new-shops'),
  conversations: people.conversation,
  'messages/conversations': people.message,
  'store-notices': people.notice,
  ...each(people.feedback, 'reviews', 'questions'),
  ...each(catalogue.product, 'products', 'popular-products', 'low-stock-products', 'draft-products'),
  ...each(catalogue.product, 'products-stock', 'products-by-flash-sale', 'requested-products-for-flash-sale'),
  types: catalogue.group,
  categories: catalogue.category,
  attributes: catalogue.attribute,
  coupons: catalogue.coupon,
  'flash-sale': catalogue.flashSale,
  'vendor-requests-for-flash-sale': catalogue.flashSaleRequest,
  orders: trade.order,
  refunds: trade.refund,
  withdraws: trade.withdraw,
  authors: blank({ socials: [], products_count: 0, shop: null }),
  manufacturers: blank({ socials: [], products_count: 0, shop: null, type: null }),
  'delivery-classes': blank({ boxes: [], box_ids: [], is_active: true }),
  'app-versions': appVersion,
  'terms-and-conditions': blank({ shop: null }),
  faqs: blank({ shop: null }),
  abusive_reports: blank({ status: 'open', message: '', user: null }),
};

/** Other servers store the app's version as text in `version`; ours counts edits of the row. */
function appVersion({ version, ...row }: Json): Json {
  return fill(row, { app_version: version });
}

/** Longer names first: `messages/conversations/7` is not a row of `messages`. */
const names = Object.keys(families).sort((one, other) => other.length - one.length);

/** Converts a response of another server of this dialect to our contract. */
export function completeAnswer(path: string, answer: unknown): unknown {
  if (path === 'settings') return isJson(answer) ? { ...answer, options: optionsOf(answer.options) } : answer;
  const plain = settle(answer);
  const name = names.find((one) => path === one || path.startsWith(`${one}/`));
  const complete = name === undefined ? undefined : families[name];
  return complete ? eachRow(plain, complete) : plain;
}

/** Rows are recognised by their id: lists, pages, or a single one. */
function eachRow(answer: unknown, complete: Complete): unknown {
  if (Array.isArray(answer)) return answer.map((one) => eachRow(one, complete));
  if (!isJson(answer)) return answer;
  if ('id' in answer) return complete(answer);
  return Array.isArray(answer.data) ? { ...answer, data: eachRow(answer.data, complete) } : answer;
}

/** Options of the same type as our defaults, and the defaults for missing ones; unknown keys stay as they are. */
function optionsOf(given: unknown): Json {
  const options = isJson(given) ? given : {};
  const known = Object.entries(defaultSettings).map(([key, usual]) => [key, optionOf(options[key], usual)]);
  const ids = ['taxClass', 'shippingClass'].map((key) => [key, idOf(options[key])]);
  return { ...options, ...Object.fromEntries([...known, ...ids]) };
}

/** An id, also as a text. */
const idOf = (value: unknown) => (Number(value) > 0 ? Number(value) : null);

function optionOf(given: unknown, usual: unknown): unknown {
  if (given === undefined || given === null) return usual;
  const value = typeof usual === 'string' && isJson(given) && 'value' in given ? given.value : given;
  if (typeof usual === 'boolean') return value === true || String(value) === '1' || value === 'true';
  if (typeof usual === 'number') return Number.isFinite(Number(value)) ? Number(value) : usual;
  if (isJson(usual)) return isJson(value) ? { ...usual, ...value } : usual;
  if (Array.isArray(usual)) return Array.isArray(value) ? value : usual;
  return Array.isArray(value) && value.length === 0 ? null : value;
}
