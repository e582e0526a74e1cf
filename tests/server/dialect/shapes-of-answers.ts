import { differences, type Shape } from './shape-check';
import { type ShapeName, shapes } from './shapes';

/** Responses that are not rows of a family. */
const answers = {
  credentials: { fields: { text: 'token role', array: 'permissions' } },
  outcome: { fields: { text: 'message', flag: 'success' } },
  /** Without fields visible only to the shop's people. */
  publicShop: {
    fields: {
      id: 'id',
      text: 'name slug',
      'text?': 'description',
      'object?': 'logo cover_image',
      flag: 'is_active',
      number: 'products_count',
    },
  },
  /** Nothing is entered in it yet. */
  newConversation: {
    fields: { id: 'id user_id shop_id', object: 'user shop', number: 'unseen', 'object?': 'latest_message' },
  },
  codeSent: { fields: { text: 'id provider phone_number message', flag: 'is_contact_exist success' } },
  loginCode: { fields: { flag: 'success', number: 'expires_in retry_after' } },
  verifiedCheckout: {
    fields: {
      number: 'total_tax shipping_charge wallet_amount wallet_currency',
      array: 'unavailable_products',
    },
  },
  paymentIntent: {
    fields: { id: 'id order_id', text: 'tracking_number payment_gateway', object: 'payment_intent_info' },
    parts: {
      payment_intent_info: {
        fields: { 'text?': 'client_secret redirect_url', text: 'payment_id', flag: 'is_redirect' },
      },
    },
  },
  couponVerdict: {
    fields: { flag: 'is_valid', object: 'coupon' },
    parts: { coupon: { fields: { id: 'id', text: 'code type', number: 'amount minimum_cart_amount' } } },
  },
  vote: { fields: { id: 'id user_id model_id', text: 'model_type', 'flag?': 'positive negative' } },
  wish: { fields: { id: 'id user_id product_id' } },
  readMark: { fields: { id: 'store_notice_id user_id', flag: 'is_read' } },
  upload: { fields: { id: 'id', text: 'original thumbnail file_name' } },
  city: {
    fields: { text: 'code name country_code', 'text?': 'region fias_id postal_code', 'number?': 'lat lng' },
  },
  point: {
    fields: {
      text: 'code name type city_code address',
      number: 'lat lng',
      'text?': 'work_time phone note',
      'number?': 'max_weight',
      'flag?': 'cash_allowed card_allowed',
    },
  },
  place: {
    fields: { text: 'formatted_address precision', number: 'lat lng', array: 'components' },
    parts: { components: { fields: { text: 'kind name' } } },
  },
  bank: { fields: { text: 'bic name correspondent_account', 'text?': 'swift inn kpp address status' } },
  organisation: {
    fields: {
      text: 'inn ogrn name_short name_full type address status',
      'text?': 'kpp opf',
      'object?': 'management',
    },
  },
  bankMember: {
    fields: {
      text: 'bankName logoURL schema',
      'text?': 'package_name webClientUrl',
      'flag?': 'isWebClientActive',
    },
  },
  purchasedFile: {
    fields: {
      id: 'id digital_file_id order_id',
      text: 'purchase_key tracking_number',
      object: 'file',
    },
  },
} satisfies Record<string, Shape>;

const known: Record<string, Shape> = { ...shapes, ...answers };

type Part = ShapeName | keyof typeof answers;

/** What an endpoint of the dialect answers: a row, a page or a plain list of rows, or one of the bare kinds. */
export type Kind = Part | `page:${Part}` | `list:${Part}` | 'truth' | 'text' | 'count' | 'nothing';

const bare: Record<string, (body: unknown) => boolean> = {
  truth: (body) => body === true || body === '1',
  text: (body) => typeof body === 'string' && body !== '',
  count: (body) => Number.isSafeInteger(body),
  nothing: (body) => ['""', 'null', 'true', '{}'].includes(JSON.stringify(body)),
};

/** Differences from the kind; empty when the response matches. Lists need at least one row. */
export function wrongIn(body: unknown, kind: Kind): string[] {
  const [form = '', part] = kind.split(':');
  const fits = bare[kind];
  if (fits) return fits(body) ? [] : [`${kind}, found ${JSON.stringify(body).slice(0, 80)}`];
  if (part === undefined) return differences(body, shapeOf(form));
  const rows: unknown = form === 'page' ? (body as { data?: unknown }).data : body;
  if (!Array.isArray(rows) || rows.length === 0) return [`rows, found ${JSON.stringify(body).slice(0, 80)}`];
  return [...new Set(rows.flatMap((row) => differences(row, shapeOf(part))))];
}

function shapeOf(name: string): Shape {
  const shape = known[name];
  if (!shape) throw new Error(`No shape ${name}`);
  return shape;
}
