import type { Address } from './accounts/addresses/schema';
import type {
  AuthAnswer,
  CodeSent,
  DemoEmail,
  Me,
  Message,
  OtpSent,
  SessionRow,
  TwoFactorSetup,
} from './accounts/auth';
import type { PersonConsent, WalletLine } from './accounts/users/schema';
import type { ImportReport } from './catalogue/attributes/csv';
import type { Category } from './catalogue/categories/schema';
import type { BulkStepAnswer } from './catalogue/products/bulk';
import type { WrittenDescription } from './catalogue/products/descriptions';
import type { ProductDetails } from './catalogue/products/details';
import type { ImportError, ImportErrorGroup, ProductImport } from './catalogue/products/imports';
import type { ProductReview, ProductReviewDetails } from './catalogue/products/moderation';
import type { ApprovedReviews } from './catalogue/products/review-decision';
import type { Product } from './catalogue/products/schema';
import type { StockMovement } from './catalogue/products/stock';
import type { Variation } from './catalogue/products/variations';
import type { BulkAnswer } from './core/bulk';
import type { Attachment, BaseRow, Resource } from './core/define';
import type { HistoryEntry } from './core/history';
import type { BackgroundJob, BackgroundJobs } from './core/jobs';
import type { Page } from './core/paging';
import type { DecidedCases, ReportCase, ReportCaseDetails } from './feedback/abusive-reports';
import type { AbusiveReport } from './feedback/abusive-reports/schema';
import type { AnsweredMany } from './feedback/questions/schema';
import type { resources } from './index';
import type { ActivityChoices, ActivityPage, TrashCount, TrashEntry } from './insights/activity';
import type {
  CategoryProducts,
  CategorySales,
  PeriodMetrics,
  PeriodSales,
  PeriodShops,
  PeriodStatuses,
  RatedProduct,
  VendorBalance,
  Waiting,
} from './insights/analytics';
import type {
  DuePayouts,
  EndingStock,
  PeriodCategories,
  PeriodHours,
  PeriodTrends,
} from './insights/analytics/home';
import type { SearchAnswer } from './insights/everything';
import type { FirstSteps } from './insights/first-steps';
import type { MenuCounts } from './insights/menu-counts';
import type { ReportDelivery, ReportPerson, ReportRun, SavedReport } from './insights/saved-reports';
import type { VendorStart } from './insights/vendor-start';
import type {
  LedgerRow,
  LedgerSummary,
  PlatformSummary,
  Reconciliation,
  ShopCommissionRow,
} from './ledger/schema';
import type { Withdraw, WithdrawDetails } from './ledger/withdraws/schema';
import type { Message as ChatMessage, Conversation } from './messaging/conversations';
import type { DemoMessage } from './messaging/demo-outbox';
import type { NotifyLog, UnreadNotifications } from './messaging/notifications';
import type { NotificationPreferences } from './messaging/notifications/schema';
import type { NoticeReaders, NoticeReceiver } from './messaging/store-notices/schema';
import type {
  CashRefund,
  ShiftReport,
  TillCustomer,
  TillGood,
  TillGoods,
  TillInfo,
  TillQuote,
  TillSale,
  TillShift,
} from './orders/till';
import type { OrderDetails, PaymentState, VerifiedCheckout } from './orders/wire';
import type { CouponAnswer } from './promotions/coupons';
import type { FlashSaleRequest } from './promotions/flash-sale/schema';
import type { Refundable, RefundDetails } from './refunds/schema';
import type { Settings } from './settings';
import type { DeliveryCity, DeliveryPoint, Geocode } from './settings/delivery';
import type { AddressSuggestion, BankInfo, OrganisationInfo, SbpMember } from './settings/lookups';
import type { OutboxLetter, OutsideState } from './settings/outside';
import type { SavedView } from './settings/saved-views';
import type { Term } from './settings/terms-and-conditions/schema';
import type {
  OwnershipTransfer,
  TransferConditions,
  TransferVendor,
} from './shops/ownership-transfers/schema';
import type { Shop, ShopCommission } from './shops/schema';
import type { VendorSettings } from './shops/vendor-settings';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The panel does not read it. */
type Unread = unknown;

/** A file for the person, read by `download`, `saveText` and `api.file`. */
type Download = Blob;

interface CodeWait {
  /** Seconds until the next code. */
  retry_after?: number;
}

/**
 * What each endpoint answers, by address and method: everything that the panel asks for. `:id` and the like stand for
 * one part of an address; `:family` for the address of any family. The rows of families follow from their declarations;
 * here they are only where one row has more than the row of a list.
 */
export interface Endpoints extends People, Shops, Catalogue, Orders, Money, Messages, Panel {
  ':family/counts': { GET: Record<string, number> };
  ':family/export': { GET: Download };
  ':family/:id': { GET: AnyRow; PUT: AnyRow; PATCH: AnyRow; DELETE: Unread };
  ':family/:id/restore': { POST: Unread };
  ':family/bulk/remove': { POST: BulkAnswer };
  ':family/bulk/set': { POST: BulkAnswer };
  ':family/bulk/:id/undo': { POST: Pick<BulkAnswer, 'done' | 'refused'> };
}

interface People {
  token: { POST: AuthAnswer };
  'token/second-factor': { POST: AuthAnswer };
  logout: { POST: Unread };
  me: { GET: Me };
  register: { POST: Message & Partial<AuthAnswer> };
  consents: { POST: Message };
  'forget-password': { POST: Message };
  'verify-forget-password-token': { POST: Message };
  'reset-password': { POST: Message };
  'change-password': { POST: Message };
  'license-key/verify': { POST: Unread };
  'api/admin/auth/send-code': { POST: CodeSent };
  'api/admin/auth/check-code': { POST: AuthAnswer };
  'email/verification-notification': { POST: Message };
  'update-email': { POST: Message };
  'update-contact': { POST: Message };
  'send-otp-code': { POST: OtpSent };
  'two-factor/setup': { POST: TwoFactorSetup };
  'two-factor/confirm': { POST: { recovery_codes: string[] } };
  'two-factor/recovery-codes': { POST: { recovery_codes: string[] } };
  'two-factor/disable': { POST: Unread };
  sessions: { GET: SessionRow[] };
  'sessions/:id': { DELETE: Unread };
  'sessions/revoke-others': { POST: Unread };
  'users/:id/wallet': { GET: Page<WalletLine> };
  'users/:id/consents': { GET: PersonConsent[] };
  'users/block-user': { POST: Unread };
  'users/unblock-user': { POST: Unread };
  'users/make-admin': { POST: Unread };
  'add-points': { POST: Unread };
  address: { GET: Address[]; POST: Address };
  'address/:id': { PUT: Address; DELETE: Unread };
  'staffs/:id/invite': { POST: Unread };
}

interface Shops {
  'my-shops': { GET: Shop[] };
  'approve-shop': { POST: Unread };
  'disapprove-shop': { POST: Unread };
  'transfer-shop-ownership': { POST: Unread };
  'ownership-transfer': { GET: Page<OwnershipTransfer> };
  'ownership-transfer/:id': { PUT: Unread; DELETE: Unread };
  'ownership-transfer/vendors': { GET: TransferVendor[] };
  'shops/:id/transfer-conditions': { GET: TransferConditions };
  'shops/:id/commissions': { GET: ShopCommission[] };
  'vendor/settings': { GET: VendorSettings; PUT: VendorSettings };
}

interface Catalogue {
  'product-exports': { GET: Download };
  'products/:id/digital-file': { GET: Download };
  'product-reviews/:id/files/:fileId': { GET: Download };
  'product-imports/template.csv': { GET: Download };
  'product-imports/template.xlsx': { GET: Download };
  'product-imports/:id/rejected.csv': { GET: Download };
  'product-imports/:id/rejected.xlsx': { GET: Download };
  'export-products/:shopId': { GET: Download };
  'export-variation-options/:shopId': { GET: Download };
  'export-attributes/:shopId': { GET: Download };
  'categories/:id/move': { POST: Category };
  'products/:slug': { GET: ProductDetails; PUT: Product };
  'products/:id/variations': { GET: Page<Variation> };
  'products/:id/variations/:variationId': {
    PATCH: {
      variation: Variation;
      product: Pick<Product, 'id' | 'version' | 'quantity' | 'min_price' | 'max_price'>;
    };
  };
  'products/bulk/price': { POST: BulkStepAnswer };
  'products/bulk/categories': { POST: BulkStepAnswer };
  'products/bulk/status': { POST: BulkStepAnswer };
  'products/bulk/stock': { POST: BulkStepAnswer };
  'products/bulk/:id/undo': { POST: Pick<BulkAnswer, 'done' | 'refused'> };
  'product-reviews': { GET: Page<ProductReview> };
  'product-reviews/:id': { GET: ProductReviewDetails; DELETE: Unread };
  'product-reviews/:id/approve': { POST: Unread };
  'product-reviews/:id/reject': { POST: Unread };
  'product-reviews/bulk/approve': { POST: ApprovedReviews };
  'product-imports': { GET: Page<ProductImport>; POST: ProductImport };
  'product-imports/:id': { GET: ProductImport; PATCH: ProductImport };
  'product-imports/:id/errors': { GET: Page<ImportError> };
  'product-imports/:id/error-groups': { GET: ImportErrorGroup[] };
  'product-imports/:id/pictures': { POST: ProductImport };
  'product-imports/:id/check': { POST: ProductImport };
  'product-imports/:id/run': { POST: ProductImport };
  'product-imports/:id/cancel': { POST: ProductImport };
  'product-imports/:id/missing': { POST: ProductImport };
  'generate-descriptions': { POST: WrittenDescription };
  'stock-movements': { GET: Page<StockMovement> };
  'low-stock-products': { GET: Product[] };
  'popular-products': { GET: Product[] };
  'top-rate-product': { GET: RatedProduct[] };
  'category-wise-product': { GET: CategoryProducts[] };
  'category-wise-product-sale': { GET: CategorySales[] };
  'products-by-flash-sale': { GET: Page<Product> };
  'import-attributes': { POST: ImportReport };
  'import-products': { POST: Unread };
  'import-variation-options': { POST: Unread };
  'vendor-requests-for-flash-sale': { GET: Page<FlashSaleRequest>; POST: FlashSaleRequest };
  'vendor-requests-for-flash-sale/:id': { DELETE: Unread };
  'approve-flash-sale-requested-products': { POST: FlashSaleRequest };
  'disapprove-flash-sale-requested-products': { POST: FlashSaleRequest };
  'answer-flash-sale-invitation': { POST: FlashSaleRequest };
  'withdraw-flash-sale-consent': { POST: boolean };
  'approve-review-banner': { POST: Unread };
  'disapprove-review-banner': { POST: Unread };
  'coupons/verify': { POST: CouponAnswer };
}

interface Orders {
  'orders/:id': { GET: OrderDetails; PUT: OrderDetails };
  'orders/:number/payment': { GET: PaymentState };
  'orders/:id/refundable': { GET: Refundable };
  'orders/:id/code': { POST: CodeWait };
  'orders/:id/lines/code': { POST: CodeWait };
  'orders/:id/complete': { POST: Unread };
  'orders/:id/delivery-date': { POST: Unread };
  'orders/:id/payment-decision': { POST: Unread };
  'orders/:id/letters/:letter/resend': { POST: Unread };
  'orders/:id/notes': { POST: Unread };
  'orders/:id/lines': { PUT: Unread };
  'orders/:id/parcel': { PUT: Unread };
  'orders/:number/gateway': { PUT: Unread };
  'orders/payment': { POST: Unread };
  'orders/checkout/verify': { POST: VerifiedCheckout };
  'orders/bulk/status': {
    POST: {
      done: number;
      /** `text`: translation key of a reason; absent on other servers. */
      refused: { id: number; tracking_number: string; reason: string; text?: string | null }[];
    };
  };
  'orders/:id/invoice': { GET: Download };
  'orders/:id/picklist': { GET: Download };
  'orders/picklist': { POST: Download };
  'export-order/token/:token': { GET: Download };
  'download-invoice-url': { POST: string };
  'export-order-url': { GET: string };
  'export-order-url/:shopId': { GET: string };
  'till/:shop': { GET: TillInfo };
  'till/:shop/goods': { GET: TillGoods };
  'till/:shop/scan': { GET: TillGood[] };
  'till/:shop/customers': { GET: TillCustomer };
  'till/:shop/coupon-code': { POST: CodeWait };
  'till/:shop/quote': { POST: TillQuote };
  'till/:shop/sales': { POST: TillSale };
  'till/:shop/sales/:id': { GET: TillSale };
  'till/:shop/refunds': { GET: CashRefund[] };
  'till/:shop/shifts': { GET: Page<TillShift>; POST: ShiftReport };
  'till/:shop/shifts/:id': { GET: ShiftReport };
  'till/:shop/shifts/:id/close': { POST: ShiftReport };
  'till/:shop/shifts/:id/moves': { POST: ShiftReport };
  'till/:shop/shifts/:id/refunds': { POST: ShiftReport };
  'refunds/:id': { GET: RefundDetails };
  'refunds/:id/code': { POST: { retry_after: number } };
  'refunds/:id/complete': { POST: Unread };
}

interface Money {
  ledger: { GET: Page<LedgerRow> };
  'ledger/summary': { GET: PlatformSummary };
  'ledger/export': { GET: Download };
  'shops/:slug/ledger/export': { GET: Download };
  'shops/:slug/statement': { GET: Download };
  'ledger/reconcile': { GET: Reconciliation };
  'ledger/shops': { GET: Page<ShopCommissionRow> };
  'shops/:id/ledger': { GET: Page<LedgerRow> };
  'shops/:id/ledger/summary': { GET: LedgerSummary };
  'shops/:id/adjustments': { POST: LedgerRow };
  'withdraws/:id': { GET: WithdrawDetails };
  'approve-withdraw': { POST: Withdraw };
}

interface Messages {
  abusive_reports: { POST: Unread };
  'abusive_reports/:id': { GET: AbusiveReport };
  'abusive_reports/accept': { POST: Unread };
  'abusive_reports/reject': { POST: Unread };
  'abusive_reports/cases': { GET: Page<ReportCase> };
  'abusive_reports/cases/:type/:id': { GET: ReportCaseDetails };
  'abusive_reports/bulk/decide': { POST: DecidedCases };
  'reviews/:id/restore': { POST: Unread };
  'questions/:id/restore': { POST: Unread };
  'questions/bulk/answer': { POST: AnsweredMany };
  conversations: { GET: Page<Conversation>; POST: Conversation };
  'conversations/:id': { GET: Conversation };
  'messages/conversations/:id': { GET: Page<ChatMessage>; POST: ChatMessage };
  'messages/seen/:id': { POST: Unread };
  'contact-messages/:id/answer': { POST: Unread };
  'newsletter/confirm': { POST: Unread };
  'newsletter/unsubscribe': { POST: Unread };
  'notify-logs': { GET: Page<NotifyLog> };
  'notify-logs/:id': { GET: NotifyLog; DELETE: Unread };
  'notify-logs/unread': { GET: UnreadNotifications };
  'notify-log-seen': { POST: NotifyLog };
  'notify-log-read-all': { POST: Unread };
  'notification-preferences': { GET: NotificationPreferences; PUT: NotificationPreferences };
  'store-notices/:id/readers': { GET: NoticeReaders };
  'store-notices/read': { POST: Unread };
  'store-notices/read-all': { POST: Unread };
  'store-notices/getStoreNoticeType': { GET: { value: string }[] };
  'store-notices/getUsersToNotify': { GET: NoticeReceiver[] };
}

interface Panel {
  settings: { GET: Settings; POST: Settings };
  'approve-terms-and-conditions': { POST: Term };
  'disapprove-terms-and-conditions': { POST: Term };
  attachments: { POST: Attachment | Attachment[] };
  'attachments/:id': { GET: Attachment };
  'saved-views': { GET: SavedView[]; POST: SavedView };
  'saved-views/:id': { PATCH: SavedView; DELETE: Unread };
  'saved-reports': { GET: SavedReport[]; POST: SavedReport };
  'saved-reports/:id': { GET: SavedReport; PATCH: SavedReport; DELETE: Unread };
  'saved-reports/:id/run': { POST: ReportRun };
  'saved-reports/:id/runs': { GET: ReportRun[] };
  'saved-reports/:id/receivers': { GET: ReportPerson[] };
  'report-runs/:id': { GET: ReportDelivery };
  'report-runs/:id/file': { GET: Download };
  search: { GET: SearchAnswer };
  audit: { GET: Page<HistoryEntry> };
  'menu-counts': { GET: MenuCounts };
  'analytics/figures': { GET: PeriodMetrics };
  'analytics/statuses': { GET: PeriodStatuses };
  'analytics/sales': { GET: PeriodSales };
  'analytics/shops': { GET: PeriodShops };
  'analytics/balance': { GET: VendorBalance };
  'analytics/hours': { GET: PeriodHours };
  'analytics/trends': { GET: PeriodTrends };
  'analytics/categories': { GET: PeriodCategories };
  'analytics/ending': { GET: EndingStock };
  'analytics/payouts': { GET: DuePayouts };
  'analytics/figures/export': { GET: Download };
  'analytics/statuses/export': { GET: Download };
  'analytics/sales/export': { GET: Download };
  'analytics/shops/export': { GET: Download };
  'analytics/goods/export': { GET: Download };
  'analytics/categories/export': { GET: Download };
  'analytics/waiting': { GET: Waiting };
  'activity/export': { GET: Download };
  activity: { GET: ActivityPage };
  'activity/choices': { GET: ActivityChoices };
  trash: { GET: Page<TrashEntry> };
  'trash/families': { GET: TrashCount[] };
  'trash/:family/:id': { DELETE: Unread };
  'trash/:family/:id/restore': { POST: Unread };
  jobs: { GET: BackgroundJobs };
  'jobs/:id/retry': { POST: BackgroundJob };
  'first-steps': { GET: FirstSteps };
  'first-steps/put-away': { POST: Unread };
  'first-steps/vendor': { GET: VendorStart };
  outside: { GET: OutsideState };
  'outside/outbox': { GET: Page<OutboxLetter> };
  'outside/outbox/retry': { POST: { count: number } };
  'outside/outbox/:id/retry': { POST: OutboxLetter };
  'dev/outbox': { GET: Page<DemoMessage> };
  'dev/email': { GET: { letter: DemoEmail | null } };
  'suggest/address': { GET: AddressSuggestion[] };
  cities: { GET: DeliveryCity[] };
  points: { GET: DeliveryPoint[] };
  geocode: { GET: Geocode[] };
  'organizations/info': { GET: OrganisationInfo[] };
  'banks/info': { GET: BankInfo };
  'sbp/members': { GET: SbpMember[] };
}

type Families = (typeof resources)[keyof typeof resources];
type RowOfFamily<Family> = Family extends Resource<infer Row, infer _Input, string> ? Row : never;

/** Lists and rows of the families. */
type FamilyEndpoints = {
  [Family in Families as Family['endpoint']]: { GET: Page<RowOfFamily<Family>>; POST: RowOfFamily<Family> };
} & {
  [Family in Families as `${Family['endpoint']}/:`]: Record<
    'GET' | 'PUT' | 'PATCH' | 'DELETE',
    RowOfFamily<Family>
  >;
};

/** An address with `:` for every part that is known at run time only. */
type Route<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${PartOf<Part>}/${Route<Rest>}`
  : PartOf<Path>;

/** A text of any value is a key of every record, a literal is not. */
type PartOf<Part extends string> =
  Record<never, never> extends Record<Part, true>
    ? ':'
    : Part extends `:${string}` | `${number}`
      ? ':'
      : Part;

type OwnRoutes = { [Address in keyof Endpoints as Route<Address>]: Endpoints[Address] };

/** `Known` when the endpoint has the method. */
type AnswerIn<Known, At, Asked extends Method> = At extends keyof Known
  ? Known[At] extends Record<Asked, infer Answer>
    ? [Answer]
    : never
  : never;

/** The answer in a tuple, so that `unknown` differs from a missing endpoint; our own entry comes first. */
type AnswerAt<Asked extends Method, At> = At extends string
  ? [AnswerIn<OwnRoutes, At, Asked>] extends [never]
    ? AnswerIn<FamilyEndpoints, At, Asked>
    : AnswerIn<OwnRoutes, At, Asked>
  : never;

/** What a request with this method answers at an address. */
export type AnswerTo<Asked extends Method, Path extends string> = AnswerAt<Asked, Route<Path>>[0];

type RoutesWith<Asked extends Method> = {
  [At in keyof OwnRoutes | keyof FamilyEndpoints]: [AnswerAt<Asked, At>] extends [never] ? never : At;
}[keyof OwnRoutes | keyof FamilyEndpoints];

/** Read in the compiler's error. A list of addresses would accept every part below one that ends with a key. */
type Unknown = 'contract/endpoints.ts has no such endpoint';

/** The address itself when an endpoint has it with this method. */
export type Known<Asked extends Method, Path extends string> =
  Route<Path> extends RoutesWith<Asked> ? Path : Unknown;

/** The same for the list of a row. */
export type KnownOne<Path extends string> = Route<`${Path}/:`> extends RoutesWith<'GET'> ? Path : Unknown;

/** The same for a list, paged or not. */
export type KnownList<Path extends string> = [RowIn<AnswerTo<'GET', Path>>] extends [never] ? Unknown : Path;

/** The same for a file. */
export type KnownFile<Path extends string> = [AnswerTo<'GET', Path>] extends [Download]
  ? Known<'GET', Path>
  : Unknown;

/** A row of a list's answer. */
export type RowIn<Answer> = Answer extends Page<infer Row> | readonly (infer Row)[] ? Row : never;

/** A row of any family, whose fields only its declaration knows. */
export type AnyRow = BaseRow & Record<string, unknown>;
