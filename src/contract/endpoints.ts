import type * as yup from 'yup';
import type { Address, AddressInput } from './accounts/addresses/schema';
import type {
  AuthAnswer,
  CodeSent,
  DemoEmail,
  InvitationAccepted,
  Me,
  Message,
  OtpSent,
  Passkey,
  PasskeyAdded,
  SessionRow,
  TokenState,
  TwoFactorSetup,
} from './accounts/auth';
import type { newPasskeySchema, passkeyProofSchema } from './accounts/auth/passkey-schema';
import type {
  changePasswordSchema,
  checkCodeSchema,
  codeOnlySchema,
  confirmSchema,
  consentsSchema,
  disableSecondFactorSchema,
  forgotPasswordSchema,
  licenseSchema,
  loginSchema,
  passwordOnlySchema,
  RegisterInput,
  resetPasswordSchema,
  resetTokenSchema,
  secondFactorSchema,
  sendCodeSchema,
  sendOtpSchema,
  switchShopSchema,
  updateContactSchema,
  updateEmailSchema,
} from './accounts/auth/schema';
import type { PersonalDataView, RevealedContact, revealSchema } from './accounts/personal-data';
import type { SignInAddress, SignInLink, SignInProviders } from './accounts/providers';
import type {
  NewProviderInput,
  ProviderInput,
  signInLinkSchema,
  startSignInSchema,
} from './accounts/providers/schema';
import type { giveRoleSchema, InvitedRow, inviteSchema, RoleRow, ShopRole } from './accounts/roles/schema';
import type {
  addPointsSchema,
  blockSchema,
  makeAdminSchema,
  PersonConsent,
  User,
  UserInput,
  WalletLine,
} from './accounts/users/schema';
import type { OpenedView, VendorViewRow } from './accounts/vendor-views';
import type { ViewInput } from './accounts/vendor-views/schema';
import type { ImportReport } from './catalogue/attributes/csv';
import type { Category } from './catalogue/categories/schema';
import type {
  BulkStepAnswer,
  categoryChangeSchema,
  PriceChangeInput,
  statusReasonSchema,
  stepSchema,
  stockChangeSchema,
} from './catalogue/products/bulk';
import type { CharacteristicNames, characteristicChangeSchema } from './catalogue/products/characteristics';
import type { promptSchema, WrittenDescription } from './catalogue/products/descriptions';
import type { ProductDetails } from './catalogue/products/details';
import type {
  CreatableField,
  FirstRow,
  ImportError,
  ImportErrorGroup,
  ImportOptions,
  MappedField,
  MappedValue,
  ProductImport,
  RememberedColumns,
} from './catalogue/products/imports';
import type { ProductReview, ProductReviewDetails, ProductStatus } from './catalogue/products/moderation';
import type {
  approveReviewSchema,
  approveReviewsSchema,
  DecidedReviews,
  rejectReviewSchema,
  UndoneApprovals,
  undoApprovalsSchema,
} from './catalogue/products/review-decision';
import type { Product, ProductInput } from './catalogue/products/schema';
import type { StockMovement } from './catalogue/products/stock';
import type { Variation, VariationInput } from './catalogue/products/variations';
import type { BulkAnswer, BulkSetPreview, BulkTarget, BulkUses, RowUses } from './core/bulk';
import type { Attachment, BaseRow, Resource } from './core/define';
import type { HistoryEntry, RowAsOf, UndoPreview, undoSchema } from './core/history';
import type { BackgroundJob, BackgroundJobs } from './core/jobs';
import type { Page } from './core/paging';
import type { DecidedCases, ReportCase, ReportCaseDetails } from './feedback/abusive-reports';
import type {
  AbusiveReport,
  decisionSchema,
  decisionsSchema,
  reportSchema,
} from './feedback/abusive-reports/schema';
import type { AnsweredMany, answerSchema } from './feedback/questions/schema';
import type { Review } from './feedback/reviews/schema';
import type { resources } from './index';
import type { ActivityChoices, ActivityPage, BulkChange, TrashCount, TrashEntry } from './insights/activity';
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
import type { FirstSteps, keepStepSchema } from './insights/first-steps';
import type { MenuCounts } from './insights/menu-counts';
import type { ReportDelivery, ReportPerson, ReportRun, SavedReport } from './insights/saved-reports';
import type { savedReportSchema } from './insights/saved-reports/schema';
import type { LackingRows, TranslationGap } from './insights/translations';
import type { VendorStart } from './insights/vendor-start';
import type {
  adjustmentSchema,
  LedgerRow,
  LedgerSummary,
  PlatformSummary,
  Reconciliation,
  ShopCommissionRow,
} from './ledger/schema';
import type {
  decideWithdrawSchema,
  payoutWordSchema,
  Withdraw,
  WithdrawDetails,
} from './ledger/withdraws/schema';
import type { contactAnswerSchema } from './messaging/contact-messages/schema';
import type { Message as ChatMessage, Conversation } from './messaging/conversations';
import type { conversationSchema, messageSchema, seenSchema } from './messaging/conversations/schema';
import type { DemoMessage } from './messaging/demo-outbox';
import type { newsletterLinkSchema } from './messaging/newsletter-subscribers/schema';
import type { Newsletter } from './messaging/newsletters/schema';
import type { NotifyLog, UnreadNotifications } from './messaging/notifications';
import type { NotificationPreferences } from './messaging/notifications/schema';
import type { NoticeReaders, NoticeReceiver } from './messaging/store-notices/schema';
import type { CustomerChange, EditPreview } from './orders/change';
import type { MarkedLine, namedMarksSchema, OrderMarks, orderMarksSchema } from './orders/marks';
import type {
  answerChangeSchema,
  completeSchema,
  decidePaymentSchema,
  deliveryDateSchema,
  editOrderSchema,
  OrderStatusInput,
  orderNoteSchema,
  parcelSchema,
  undoHandoversSchema,
  VerifyInput,
} from './orders/schema';
import type {
  ShopOrder,
  ShopOrderInfo,
  ShopOrderInput,
  ShopOrderQuote,
  ShopOrderQuoteInput,
} from './orders/shop-order';
import type { OrderStatus } from './orders/status';
import type {
  CashRefund,
  cashMoveSchema,
  closeShiftSchema,
  handOutSchema,
  openShiftSchema,
  ShiftReport,
  TillCustomer,
  TillGood,
  TillGoods,
  TillInfo,
  TillQuote,
  TillQuoteInput,
  TillSale,
  TillSaleInput,
  TillShift,
  tillCouponCodeSchema,
} from './orders/till';
import type { LateParts, OrderDetails, PaymentState, VerifiedCheckout } from './orders/wire';
import type { ExchangeRow } from './payments/exchanges';
import type {
  openLinkSchema,
  PaymentCheck,
  PaymentLink,
  PayView,
  paymentLinkSchema,
  SentLink,
} from './payments/links';
import type {
  BankLine,
  Difference,
  FilePreview,
  giveLineSchema,
  giveToPayoutsSchema,
  LineChoices,
  nameSenderSchema,
  ownerSchema,
  PayoutChoices,
  postFileSchema,
  ReconciliationFile,
  ReconciliationSummary,
  repairSchema,
} from './payments/reconciliation';
import type { breakdownSchema, Rehearsal } from './payments/rehearsal';
import type { RememberedStatement, StatementTable } from './payments/statement-columns';
import type { answerTaskSchema, Dispute, openDisputeSchema, PaymentTask } from './payments/tasks';
import type {
  LineOrigin,
  OrderPayments,
  PaymentPage,
  PaymentTrail,
  ProviderView,
  SweepResult,
  TestPayment,
} from './payments/views';
import type { CouponAnswer } from './promotions/coupons';
import type { couponCheckSchema } from './promotions/coupons/schema';
import type {
  consentWithdrawalSchema,
  FlashSaleRequest,
  FlashSaleRequestInput,
  invitationAnswerSchema,
} from './promotions/flash-sale/schema';
import type { approvalSchema, rejectionSchema } from './promotions/review-banners/schema';
import type { CorrectedReceipt, correctReceiptSchema, madeReceiptSchema } from './receipts/correction';
import type { RegisterDay, RegisterView } from './receipts/registers';
import type { RegisterRehearsal, registerBreakdownSchema } from './receipts/rehearsal';
import type { RegisterCheck, ShopRegisterPage, shopRegisterSchema } from './receipts/shop-register';
import type { UnissuedMoney } from './receipts/unissued';
import type {
  OrderReceipts,
  ReceiptPage,
  ReceiptPaper,
  ReceiptRow,
  resendReceiptSchema,
} from './receipts/views';
import type {
  answerRefundSchema,
  ExchangeOffer,
  exchangeSchema,
  openReturnSchema,
  Refund,
  Refundable,
  RefundDetails,
  requestRefundSchema,
  returnStageSchema,
} from './refunds/schema';
import type { Settings } from './settings';
import type {
  Approval,
  ApprovalRules,
  ApprovalRulesInput,
  confirmApprovalSchema,
  declineApprovalSchema,
} from './settings/approvals';
import type { DeliveryCity, DeliveryPoint, Geocode } from './settings/delivery';
import type { AddressSuggestion, BankInfo, OrganisationInfo, SbpMember } from './settings/lookups';
import type { OutboxLetter, OutsideState } from './settings/outside';
import type { SavedView } from './settings/saved-views';
import type { savedViewSchema } from './settings/saved-views/schema';
import type { Term } from './settings/terms-and-conditions/schema';
import type {
  OwnershipTransfer,
  TransferConditions,
  TransferInput,
  TransferVendor,
  transferDecisionSchema,
} from './shops/ownership-transfers/schema';
import type { approveShopSchema, disapproveShopSchema, Shop, ShopCommission, ShopTwin } from './shops/schema';
import type { VendorFile } from './shops/vendor-file';
import type {
  acceptContractSchema,
  askRegisterSchema,
  decideCheckSchema,
  decidePaperSchema,
  sendPaperSchema,
} from './shops/vendor-file/schema';
import type { VendorSettings } from './shops/vendor-settings';
import type { vendorSettingsSchema } from './shops/vendor-settings/schema';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The panel does not read it. */
type Unread = unknown;

/** A file for the person, read by `download`, `saveText` and `api.file`. */
export type Download = Blob;

type Input<Schema extends yup.AnyObjectSchema> = Sendable<yup.InferType<Schema>>;

/** Lists may be read-only. */
type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Sendable<Value[Key]> }
    : Value;

/** Some of a row's fields: what is left out has its default, or stays as it is. */
type Fields<Value> = Value extends readonly (infer Item)[]
  ? readonly Fields<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Fields<Value[Key]> | undefined }
    : Value;

/** A number as it was typed: the schema reads it. */
type Typed = number | string;

type WithFloors<Body> = Fields<Omit<Body, 'price_floors'>> & {
  price_floors: readonly { product_id: number; min_price?: Typed | null }[];
};

declare const takes: unique symbol;

/** An endpoint that is written to: its body and its answer. Any other takes no body. */
export interface Takes<Body, Answer> {
  [takes]: [Body, Answer];
}

/** The next part of a change of many products: these, or those of a filtered list. */
type BulkStep = BulkTarget & { step?: Partial<Input<typeof stepSchema>> };

/** Other servers have longer names of the types. */
type Decision = Omit<Input<typeof decisionSchema>, 'model_type'> & { model_type: string };

/** Which status may follow, the stored one decides. */
type StatusChange = Omit<Sendable<OrderStatusInput>, 'order_status'> & { order_status: OrderStatus };

/** `quantity_was`: the stock that the person saw. */
type ProductChange = Fields<ProductInput> &
  Versioned &
  InLanguage & { status?: ProductStatus; quantity_was?: number | null };

/** The keys of one tab. */
interface SettingsChange extends Versioned {
  language: string;
  options: Record<string, unknown>;
}

interface ImportChange {
  mapping?: ProductImport['mapping'];
  options?: Partial<ImportOptions>;
}

interface ById {
  id: number;
}

/** The version that the person saw. */
interface Versioned {
  version?: number | undefined;
}

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
  ':family/:id': {
    GET: AnyRow;
    PUT: Takes<Record<string, unknown>, AnyRow>;
    PATCH: Takes<Record<string, unknown>, AnyRow>;
    DELETE: Unread;
  };
  ':family/:id/uses': { GET: RowUses };
  ':family/:id/restore': { POST: Unread };
  ':family/bulk/remove': { POST: Takes<BulkTarget, BulkAnswer> };
  ':family/bulk/uses': { POST: Takes<BulkTarget, BulkUses> };
  ':family/bulk/set': { POST: Takes<BulkTarget & { key: string; value: string | boolean }, BulkAnswer> };
  ':family/bulk/set/preview': {
    POST: Takes<BulkTarget & { key: string; value: string | boolean }, BulkSetPreview>;
  };
  ':family/bulk/:id/undo': { POST: Pick<BulkAnswer, 'done' | 'refused'> };
}

interface People {
  token: { POST: Takes<Input<typeof loginSchema>, AuthAnswer> };
  'token/second-factor': { POST: Takes<Input<typeof secondFactorSchema>, AuthAnswer> };
  'sign-in/start': { POST: Takes<Input<typeof startSignInSchema>, SignInAddress> };
  'sign-in/finish': { POST: AuthAnswer };
  'sign-in/links': { GET: SignInLink[] };
  'sign-in/links/start': { POST: Takes<Input<typeof signInLinkSchema>, SignInAddress> };
  'sign-in/links/finish': { POST: SignInLink[] };
  'sign-in/links/remove': { POST: Takes<Input<typeof signInLinkSchema>, SignInLink[]> };
  'sign-in/providers': { GET: SignInProviders; POST: Takes<NewProviderInput, SignInProviders> };
  'sign-in/providers/:id': {
    PUT: Takes<ProviderInput & Versioned, SignInProviders>;
    DELETE: Unread;
  };
  logout: { POST: Unread };
  me: { GET: Me };
  register: { POST: Takes<RegisterInput, Message & Partial<AuthAnswer>> };
  consents: { POST: Takes<Input<typeof consentsSchema>, Message> };
  'forget-password': { POST: Takes<Input<typeof forgotPasswordSchema>, Message> };
  'verify-forget-password-token': { POST: Takes<Input<typeof resetTokenSchema>, TokenState> };
  'invitations/accept': { POST: Takes<Input<typeof resetTokenSchema>, InvitationAccepted> };
  'me/shop': { POST: Takes<Input<typeof switchShopSchema>, { shop_id: number }> };
  'reset-password': { POST: Takes<Input<typeof resetPasswordSchema>, Message> };
  'change-password': { POST: Takes<Input<typeof changePasswordSchema>, Message> };
  'license-key/verify': { POST: Takes<Input<typeof licenseSchema>, Unread> };
  'api/admin/auth/send-code': { POST: Takes<Input<typeof sendCodeSchema>, CodeSent> };
  'api/admin/auth/check-code': { POST: Takes<Input<typeof checkCodeSchema>, AuthAnswer> };
  'email/verification-notification': { POST: Message };
  'update-email': { POST: Takes<Input<typeof updateEmailSchema>, Message> };
  'update-contact': { POST: Takes<Input<typeof updateContactSchema> & { user_id: number }, Message> };
  'send-otp-code': { POST: Takes<Input<typeof sendOtpSchema>, OtpSent> };
  'two-factor/setup': { POST: Takes<Input<typeof passwordOnlySchema>, TwoFactorSetup> };
  'two-factor/confirm': { POST: Takes<Input<typeof codeOnlySchema>, { recovery_codes: string[] }> };
  'two-factor/recovery-codes': {
    POST: Takes<Input<typeof passwordOnlySchema>, { recovery_codes: string[] }>;
  };
  'two-factor/disable': { POST: Takes<Input<typeof disableSecondFactorSchema>, Unread> };
  'token/passkey/options': { POST: PublicKeyCredentialRequestOptionsJSON };
  'token/passkey': { POST: Takes<Input<typeof passkeyProofSchema>, AuthAnswer> };
  'me/passkeys': { GET: Passkey[]; POST: Takes<Input<typeof newPasskeySchema>, PasskeyAdded> };
  'me/passkeys/options': {
    POST: Takes<Input<typeof passwordOnlySchema>, PublicKeyCredentialCreationOptionsJSON>;
  };
  'me/passkeys/:id': { DELETE: Unread };
  'me/confirm/passkey': { POST: PublicKeyCredentialRequestOptionsJSON };
  'me/confirm': { POST: Takes<Input<typeof confirmSchema>, Unread> };
  sessions: { GET: SessionRow[] };
  'sessions/:id': { DELETE: Unread };
  'sessions/revoke-others': { POST: Unread };
  // Other servers take the addresses, too.
  'users/:id': { PUT: Takes<Fields<UserInput> & Versioned & { address?: readonly object[] }, User> };
  'users/:id/wallet': { GET: Page<WalletLine> };
  'users/:id/consents': { GET: PersonConsent[] };
  'personal-data/reveal': { POST: Takes<yup.InferType<typeof revealSchema>, RevealedContact> };
  'personal-data/views': { GET: Page<PersonalDataView> };
  'users/block-user': { POST: Takes<Input<typeof blockSchema>, Unread> };
  'users/unblock-user': { POST: Takes<ById, Unread> };
  'users/make-admin': { POST: Takes<Input<typeof makeAdminSchema>, Unread> };
  'add-points': { POST: Takes<Input<typeof addPointsSchema>, Unread> };
  address: { GET: Address[]; POST: Takes<AddressInput & { customer_id: number }, Address> };
  'address/:id': { PUT: Takes<AddressInput, Address>; DELETE: Unread };
  'admin/list': { GET: Page<User> };
  'users/:id/role': { POST: Takes<Input<typeof giveRoleSchema>, User> };
  'users/invite': { POST: Takes<Input<typeof inviteSchema>, { id: number }> };
  'shop-roles': { GET: ShopRole[] };
  'users/invited': { GET: InvitedRow[] };
  'users/invited/:id': { DELETE: Unread };
  roles: { GET: Page<RoleRow> };
  'vendor-views': { POST: Takes<ViewInput, OpenedView> };
  'shops/:key/views': { GET: VendorViewRow[] };
  'staffs/:id/invite': { POST: Unread };
}

interface Shops {
  'my-shops': { GET: Shop[] };
  'approve-shop': { POST: Takes<Input<typeof approveShopSchema>, { undo_until?: string }> };
  'shops/:id/undo-approval': { POST: Unread };
  'disapprove-shop': { POST: Takes<Input<typeof disapproveShopSchema>, Unread> };
  'transfer-shop-ownership': { POST: Takes<TransferInput, Unread> };
  'ownership-transfer': { GET: Page<OwnershipTransfer> };
  'ownership-transfer/:id': {
    PUT: Takes<Input<typeof transferDecisionSchema> & Versioned, Unread>;
    DELETE: Unread;
  };
  'ownership-transfer/vendors': { GET: TransferVendor[] };
  'shops/:id/transfer-conditions': { GET: TransferConditions };
  'shops/:id/commissions': { GET: ShopCommission[] };
  'shops/:id/twins': { GET: ShopTwin[] };
  'shops/:id/file': { GET: VendorFile };
  'shops/:id/papers': { POST: Takes<Input<typeof sendPaperSchema>, VendorFile> };
  'shops/:id/papers/:paper/decide': { POST: Takes<Input<typeof decidePaperSchema>, VendorFile> };
  'shops/:id/checks': { POST: Takes<Input<typeof askRegisterSchema>, VendorFile> };
  'shops/:id/checks/decide': { POST: Takes<Input<typeof decideCheckSchema>, VendorFile> };
  'shops/:id/contract': { POST: Takes<Input<typeof acceptContractSchema>, VendorFile> };
  'vendor/settings': { GET: VendorSettings; PUT: Takes<Input<typeof vendorSettingsSchema>, VendorSettings> };
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
  'categories/:id/move': { POST: Takes<{ parent: number | null; position?: number | undefined }, Category> };
  'products/:slug': { GET: ProductDetails; PUT: Takes<ProductChange, Product> };
  'products/:id/variations': { GET: Page<Variation> };
  'products/:id/variations/:variationId': {
    PATCH: Takes<
      Fields<VariationInput> & Versioned & { quantity_was?: number | null },
      {
        variation: Variation;
        product: Pick<Product, 'id' | 'version' | 'quantity' | 'min_price' | 'max_price'>;
      }
    >;
  };
  'products/bulk/price': { POST: Takes<BulkStep & PriceChangeInput, BulkStepAnswer> };
  'products/bulk/categories': { POST: Takes<BulkStep & Input<typeof categoryChangeSchema>, BulkStepAnswer> };
  'products/bulk/characteristics': {
    POST: Takes<BulkStep & Input<typeof characteristicChangeSchema>, BulkStepAnswer>;
  };
  'products/bulk/status': { POST: Takes<BulkStep & Input<typeof statusReasonSchema>, BulkStepAnswer> };
  'products/bulk/stock': { POST: Takes<BulkStep & Input<typeof stockChangeSchema>, BulkStepAnswer> };
  'products/bulk/:id/undo': { POST: Pick<BulkAnswer, 'done' | 'refused'> };
  'product-reviews': { GET: Page<ProductReview> };
  'product-reviews/:id': { GET: ProductReviewDetails; DELETE: Unread };
  'product-reviews/:id/approve': { POST: Takes<Input<typeof approveReviewSchema>, { undo_until?: string }> };
  'product-reviews/:id/undo-approval': { POST: Unread };
  'product-reviews/:id/reject': { POST: Takes<Input<typeof rejectReviewSchema>, Unread> };
  'product-reviews/bulk/approve': { POST: Takes<Input<typeof approveReviewsSchema>, DecidedReviews> };
  'product-reviews/bulk/approve/preview': {
    POST: Takes<Partial<Input<typeof approveReviewsSchema>>, BulkSetPreview>;
  };
  'product-reviews/bulk/undo-approval': { POST: Takes<Input<typeof undoApprovalsSchema>, UndoneApprovals> };
  'product-reviews/bulk/reject': { POST: Takes<object, DecidedReviews> };
  'product-imports': { GET: Page<ProductImport>; POST: Takes<FormData, ProductImport> };
  'product-imports/:id': { GET: ProductImport; PATCH: Takes<ImportChange, ProductImport> };
  'product-imports/:id/errors': { GET: Page<ImportError> };
  'product-imports/:id/error-groups': { GET: ImportErrorGroup[] };
  'product-imports/:id/first-rows': { GET: { data: FirstRow[] } };
  'product-imports/:id/pictures': { POST: Takes<FormData, ProductImport> };
  'product-imports/:id/check': { POST: ProductImport };
  'product-imports/:id/run': { POST: ProductImport };
  'product-imports/:id/cancel': { POST: ProductImport };
  'product-imports/columns': { GET: { data: RememberedColumns[] } };
  'product-imports/columns/:id': { DELETE: Unread };
  'product-imports/values': { GET: { data: MappedValue[] } };
  'product-imports/values/:id': { PATCH: Takes<{ target: string }, Unread>; DELETE: Unread };
  'product-imports/:id/values': {
    POST: Takes<{ field: MappedField; values: { name: string; target: string }[] }, ProductImport>;
  };
  'product-imports/:id/missing': {
    POST: Takes<{ field: CreatableField; names: string[] }, ProductImport>;
  };
  'generate-descriptions': { POST: Takes<Input<typeof promptSchema>, WrittenDescription> };
  'product-characteristics': { GET: CharacteristicNames };
  'product-characteristics/values': { GET: { data: string[] } };
  'stock-movements': { GET: Page<StockMovement> };
  'low-stock-products': { GET: Product[] };
  'popular-products': { GET: Product[] };
  'top-rate-product': { GET: RatedProduct[] };
  'category-wise-product': { GET: CategoryProducts[] };
  'category-wise-product-sale': { GET: CategorySales[] };
  'products-by-flash-sale': { GET: Page<Product> };
  'import-attributes': { POST: Takes<FormData, ImportReport> };
  'import-products': { POST: Takes<FormData, Unread> };
  'import-variation-options': { POST: Takes<FormData, Unread> };
  'vendor-requests-for-flash-sale': {
    GET: Page<FlashSaleRequest>;
    POST: Takes<WithFloors<FlashSaleRequestInput>, FlashSaleRequest>;
  };
  'vendor-requests-for-flash-sale/:id': { DELETE: Unread };
  'approve-flash-sale-requested-products': { POST: Takes<ById, FlashSaleRequest> };
  'disapprove-flash-sale-requested-products': { POST: Takes<ById, FlashSaleRequest> };
  'answer-flash-sale-invitation': {
    POST: Takes<WithFloors<Input<typeof invitationAnswerSchema>>, FlashSaleRequest>;
  };
  'withdraw-flash-sale-consent': { POST: Takes<Input<typeof consentWithdrawalSchema>, boolean> };
  'approve-review-banner': { POST: Takes<Input<typeof approvalSchema>, Unread> };
  'disapprove-review-banner': { POST: Takes<Input<typeof rejectionSchema>, Unread> };
  'coupons/verify': { POST: Takes<Input<typeof couponCheckSchema>, CouponAnswer> };
}

interface Orders {
  'orders/:id': { GET: OrderDetails; PUT: Takes<StatusChange & Versioned, OrderDetails> };
  'orders/:number/payment': { GET: PaymentState };
  'orders/:id/refundable': { GET: Refundable };
  'orders/:id/returns': { POST: Takes<Fields<yup.InferType<typeof openReturnSchema>>, RefundDetails> };
  'orders/:id/exchange': {
    GET: ExchangeOffer;
    POST: Takes<Fields<yup.InferType<typeof exchangeSchema>>, RefundDetails>;
  };
  'orders/:id/code': { POST: CodeWait };
  'orders/:id/lines/code': { POST: Takes<Partial<Input<typeof editOrderSchema>>, CodeWait> };
  'orders/:id/lines/preview': { POST: Takes<Partial<Input<typeof editOrderSchema>>, EditPreview> };
  'orders/:id/change': { DELETE: Unread };
  'order-changes/:secret': {
    GET: CustomerChange;
    POST: Takes<Input<typeof answerChangeSchema>, CustomerChange>;
  };
  'orders/:id/complete': { POST: Takes<Input<typeof completeSchema>, Unread> };
  'orders/:id/delivery-date': { POST: Takes<Input<typeof deliveryDateSchema>, Unread> };
  'orders/:id/capture': { POST: { asked: true } };
  'orders/:id/payment-decision': { POST: Takes<Input<typeof decidePaymentSchema>, Unread> };
  'orders/:id/letters/:letter/resend': { POST: Unread };
  'orders/:id/notes': { POST: Takes<Input<typeof orderNoteSchema>, Unread> };
  'orders/:id/lines': { PUT: Takes<Partial<Input<typeof editOrderSchema>>, OrderDetails> };
  'orders/lines/export': { GET: Download };
  'orders/late': { GET: LateParts[] };
  'orders/:id/undo': { POST: OrderDetails };
  'orders/:id/marks': { GET: OrderMarks; PUT: Takes<Input<typeof orderMarksSchema>, OrderMarks> };
  'orders/:id/parcel': { PUT: Takes<Input<typeof parcelSchema>, Unread> };
  'orders/:number/gateway': { PUT: Takes<{ payment_gateway: string } & Versioned, Unread> };
  'orders/payment': { POST: Takes<{ tracking_number: string; payment_gateway: string }, Unread> };
  'orders/checkout/verify': { POST: Takes<VerifyInput, VerifiedCheckout> };
  'orders/bulk/status/preview': { POST: Takes<BulkTarget & StatusChange, BulkSetPreview> };
  'orders/bulk/undo': {
    POST: Takes<Input<typeof undoHandoversSchema>, Pick<BulkAnswer, 'done' | 'refused'>>;
  };
  'orders/bulk/status': {
    POST: Takes<
      BulkTarget & StatusChange,
      {
        done: number;
        /** `text`: translation key of a reason; absent on other servers. */
        refused: {
          id: number;
          tracking_number: string;
          short_number?: string | null;
          reason: string;
          text?: string | null;
        }[];
        /** Handovers among them, and until when `orders/bulk/undo` puts them back. */
        undo?: { ids: number[]; until: string };
      }
    >;
  };
  'orders/:id/invoice': { GET: Download };
  'orders/:id/picklist': { GET: Download };
  'orders/picklist': { POST: Takes<{ ids: number[] }, Download> };
  'export-order/token/:token': { GET: Download };
  'download-invoice-url': { POST: string };
  'export-order-url': { GET: string };
  'export-order-url/:shopId': { GET: string };
  'shop-orders/:shop': { GET: ShopOrderInfo; POST: Takes<Sendable<ShopOrderInput>, ShopOrder> };
  'shop-orders/:shop/quote': { POST: Takes<Sendable<ShopOrderQuoteInput>, ShopOrderQuote> };
  'till/:shop': { GET: TillInfo };
  'till/:shop/goods': { GET: TillGoods };
  'till/:shop/scan': { GET: TillGood[] };
  'till/:shop/customers': { GET: TillCustomer };
  'till/:shop/coupon-code': { POST: Takes<Input<typeof tillCouponCodeSchema>, CodeWait> };
  'till/:shop/quote': { POST: Takes<TillQuoteInput, TillQuote> };
  'till/:shop/sales': { POST: Takes<TillSaleInput, TillSale> };
  'till/:shop/sales/:id': { GET: TillSale };
  'till/:shop/refunds': { GET: CashRefund[] };
  'till/:shop/shifts': { GET: Page<TillShift>; POST: Takes<Input<typeof openShiftSchema>, ShiftReport> };
  'till/:shop/shifts/:id': { GET: ShiftReport };
  'till/:shop/shifts/:id/close': { POST: Takes<Input<typeof closeShiftSchema>, ShiftReport> };
  'till/:shop/shifts/:id/moves': { POST: Takes<Input<typeof cashMoveSchema>, ShiftReport> };
  'till/:shop/shifts/:id/refunds': { POST: Takes<Input<typeof handOutSchema>, ShiftReport> };
  refunds: { POST: Takes<Input<typeof requestRefundSchema>, Refund> };
  'refunds/:id': { GET: RefundDetails };
  'refunds/:id/code': { POST: { retry_after: number } };
  'refunds/:id/complete': { POST: Takes<{ code: string }, Unread> };
  'refunds/:id/answer': { POST: Takes<Fields<yup.InferType<typeof answerRefundSchema>>, RefundDetails> };
  'refunds/:id/marks': { GET: MarkedLine[]; PUT: Takes<Input<typeof namedMarksSchema>, RefundDetails> };
  'refunds/:id/stage': { POST: Takes<Fields<yup.InferType<typeof returnStageSchema>>, RefundDetails> };
}

interface Money {
  ledger: { GET: Page<LedgerRow> };
  'ledger/summary': { GET: PlatformSummary };
  'ledger/export': { GET: Download };
  'shops/:slug/ledger/export': { GET: Download };
  'shops/:slug/statement': { GET: Download };
  exchanges: { GET: Page<ExchangeRow> };
  'payment-tasks': { GET: Page<PaymentTask> };
  'payment-tasks/:id/answer': { POST: Takes<Input<typeof answerTaskSchema>, PaymentTask> };
  disputes: { GET: Page<Dispute>; POST: Takes<Input<typeof openDisputeSchema>, Dispute> };
  'orders/:id/payments': { GET: OrderPayments };
  'orders/:id/payment-links': {
    GET: SentLink[];
    POST: Takes<Partial<Input<typeof paymentLinkSchema>>, PaymentLink>;
  };
  'orders/:id/payment-check': { POST: PaymentCheck };
  'payment-links/:secret': { GET: PayView; POST: Takes<Partial<Input<typeof openLinkSchema>>, PayView> };
  'orders/:id/receipts': { GET: OrderReceipts };
  receipts: { GET: ReceiptPage };
  'receipts/unissued': { GET: UnissuedMoney };
  'receipts/registers': { GET: RegisterView[] };
  'receipts/days': { GET: RegisterDay[] };
  'receipts/:id': { GET: ReceiptRow };
  'receipts/:id/copies': { POST: Takes<Input<typeof resendReceiptSchema>, Unread> };
  'receipts/:id/retry': { POST: Takes<Record<string, never>, Unread> };
  'receipts/:id/made': { POST: Takes<Input<typeof madeReceiptSchema>, { id: number }> };
  'receipts/:id/correct': { POST: Takes<Input<typeof correctReceiptSchema>, CorrectedReceipt> };
  'receipt-pages/:secret': { GET: ReceiptPaper };
  'shops/:id/register': {
    GET: ShopRegisterPage;
    PUT: Takes<Input<typeof shopRegisterSchema>, ShopRegisterPage>;
  };
  'shops/:id/register/check': { POST: Takes<Record<string, never>, RegisterCheck> };
  'shops/:id/receipts': { GET: ReceiptPage };
  'shops/:id/receipts/:receipt/retry': { POST: Takes<Record<string, never>, Unread> };
  payments: { GET: PaymentPage };
  'payments/export': { GET: Download };
  'payments/providers': { GET: ProviderView[] };
  'payments/providers/:name/sweep': { POST: Takes<Record<string, never>, SweepResult> };
  'payments/providers/:name/test': { POST: Takes<Record<string, never>, TestPayment> };
  'payments/:id': { GET: PaymentTrail };
  'payments/:id/pdf': { GET: Download };
  'ledger/lines/:id/origin': { GET: LineOrigin };
  'ledger/lines/:id/origin/pdf': { GET: Download };
  'dev/rehearsal': { GET: Rehearsal };
  'dev/rehearsal/breakdown': { POST: Takes<Input<typeof breakdownSchema>, Rehearsal> };
  'dev/rehearsal/orders': { POST: Takes<Record<string, never>, Rehearsal> };
  'dev/rehearsal/attempts/:id/pay': { POST: Takes<Record<string, never>, Rehearsal> };
  'dev/rehearsal/register': {
    GET: RegisterRehearsal;
    POST: Takes<Input<typeof registerBreakdownSchema>, RegisterRehearsal>;
  };
  reconciliation: { GET: ReconciliationSummary };
  'reconciliation/lines': { GET: Page<BankLine> };
  'reconciliation/lines/:id/apply': { POST: Takes<Record<string, never>, BankLine> };
  'reconciliation/lines/:id/payouts': {
    GET: PayoutChoices;
    POST: Takes<Input<typeof giveToPayoutsSchema>, BankLine>;
  };
  'reconciliation/lines/:id/choices': { GET: LineChoices };
  'reconciliation/lines/:id/give': { POST: Takes<Input<typeof giveLineSchema>, BankLine> };
  'reconciliation/lines/:id/sender': { POST: Takes<Input<typeof nameSenderSchema>, BankLine> };
  'reconciliation/differences': { GET: Page<Difference> };
  'reconciliation/differences/:id/owner': { POST: Takes<Input<typeof ownerSchema>, Difference> };
  'reconciliation/differences/:id/repair': { POST: Takes<Input<typeof repairSchema>, Difference> };
  'reconciliation/files': { GET: Page<ReconciliationFile>; POST: Takes<FormData, FilePreview> };
  'reconciliation/tables': { POST: Takes<FormData, StatementTable> };
  'reconciliation/columns': { GET: { data: RememberedStatement[] } };
  'reconciliation/columns/:id': { DELETE: Unread };
  'reconciliation/files/:id': { GET: FilePreview; DELETE: true };
  'reconciliation/files/:id/post': { POST: Takes<Partial<Input<typeof postFileSchema>>, FilePreview> };
  'ledger/reconcile': { GET: Reconciliation };
  'ledger/shops': { GET: Page<ShopCommissionRow> };
  'shops/:id/ledger': { GET: Page<LedgerRow> };
  'shops/:id/ledger/summary': { GET: LedgerSummary };
  'shops/:id/adjustments': {
    POST: Takes<Omit<Input<typeof adjustmentSchema>, 'amount'> & { amount: Typed }, LedgerRow>;
  };
  'withdraws/:id': { GET: WithdrawDetails };
  'withdraws/:id/payout': { POST: Takes<Input<typeof payoutWordSchema>, WithdrawDetails> };
  'approve-withdraw': { POST: Takes<Input<typeof decideWithdrawSchema>, Withdraw> };
}

interface Messages {
  abusive_reports: { POST: Takes<Input<typeof reportSchema>, Unread> };
  'abusive_reports/:id': { GET: AbusiveReport };
  'abusive_reports/accept': { POST: Takes<Decision, Unread> };
  'abusive_reports/reject': { POST: Takes<Decision, Unread> };
  'abusive_reports/cases': { GET: Page<ReportCase> };
  'abusive_reports/cases/:type/:id': { GET: ReportCaseDetails };
  'abusive_reports/bulk/decide': { POST: Takes<Input<typeof decisionsSchema>, DecidedCases> };
  'reviews/:id/restore': { POST: Unread };
  'reviews/:id/answer': { PUT: Takes<Input<typeof answerSchema>, Review>; DELETE: Unread };
  'questions/:id/restore': { POST: Unread };
  'questions/bulk/answer': {
    POST: Takes<Input<typeof answerSchema> & BulkTarget, AnsweredMany>;
  };
  conversations: { GET: Page<Conversation>; POST: Takes<Input<typeof conversationSchema>, Conversation> };
  'conversations/:id': { GET: Conversation };
  'messages/conversations/:id': {
    GET: Page<ChatMessage>;
    POST: Takes<Input<typeof messageSchema>, ChatMessage>;
  };
  'messages/seen/:id': { POST: Takes<Input<typeof seenSchema>, Unread> };
  'contact-messages/:id/answer': { POST: Takes<Versioned & Input<typeof contactAnswerSchema>, Unread> };
  'newsletter/confirm': { POST: Takes<Input<typeof newsletterLinkSchema>, Unread> };
  'newsletter/unsubscribe': { POST: Takes<Input<typeof newsletterLinkSchema>, Unread> };
  'newsletters/:id/send': { POST: Takes<Versioned, Newsletter> };
  'newsletters/:id/stop': { POST: Newsletter };
  'newsletters/:id/test': { POST: Unread };
  'notify-logs': { GET: Page<NotifyLog> };
  'notify-logs/:id': { GET: NotifyLog; DELETE: Unread };
  'notify-logs/unread': { GET: UnreadNotifications };
  'notify-log-seen': { POST: Takes<ById, NotifyLog> };
  'notify-log-read-all': { POST: Takes<{ set_all_read: true; notify_type?: string }, Unread> };
  'notification-preferences': {
    GET: NotificationPreferences;
    PUT: Takes<Partial<NotificationPreferences>, NotificationPreferences>;
  };
  'store-notices/:id/readers': { GET: NoticeReaders };
  'store-notices/read': { POST: Takes<{ id: number; is_read?: boolean }, Unread> };
  'store-notices/read-all': { POST: Unread };
  'store-notices/getStoreNoticeType': { GET: { value: string }[] };
  'store-notices/getUsersToNotify': { GET: NoticeReceiver[] };
}

interface Panel {
  approvals: { GET: Page<Approval> };
  'approvals/:id': { GET: Approval };
  'approvals/:id/confirm': { POST: Takes<Input<typeof confirmApprovalSchema>, Approval> };
  'approvals/:id/decline': { POST: Takes<Input<typeof declineApprovalSchema>, Approval> };
  'approvals/:id/withdraw': { POST: Approval };
  'approvals/rules': { GET: ApprovalRules; PUT: Takes<ApprovalRulesInput, ApprovalRules> };
  settings: { GET: Settings; POST: Takes<SettingsChange, Settings> };
  'approve-terms-and-conditions': { POST: Takes<ById, Term> };
  'disapprove-terms-and-conditions': { POST: Takes<ById, Term> };
  attachments: { POST: Takes<FormData, Attachment | Attachment[]> };
  'attachments/:id': { GET: Attachment };
  'saved-views': { GET: SavedView[]; POST: Takes<Input<typeof savedViewSchema>, SavedView> };
  'saved-views/:id': {
    PATCH: Takes<Partial<Input<typeof savedViewSchema>> & Versioned, SavedView>;
    DELETE: Unread;
  };
  'saved-reports': {
    GET: SavedReport[];
    POST: Takes<
      Fields<yup.InferType<typeof savedReportSchema>> & { family: string; shop_id?: number },
      SavedReport
    >;
  };
  'saved-reports/:id': {
    GET: SavedReport;
    PATCH: Takes<Fields<yup.InferType<typeof savedReportSchema>> & Versioned, SavedReport>;
    DELETE: Unread;
  };
  'saved-reports/:id/run': { POST: Takes<object, ReportRun> };
  'saved-reports/:id/runs': { GET: ReportRun[] };
  'saved-reports/:id/receivers': { GET: ReportPerson[] };
  'report-runs/:id': { GET: ReportDelivery };
  'report-runs/:id/file': { GET: Download };
  search: { GET: SearchAnswer };
  audit: { GET: Page<HistoryEntry> };
  'audit/as-of': { GET: RowAsOf };
  'audit/:id/undo': { GET: UndoPreview; POST: Takes<Input<typeof undoSchema>, AnyRow> };
  translations: { GET: TranslationGap[] };
  'translations/:id': { GET: LackingRows };
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
  'activity/bulk': { GET: BulkChange[] };
  trash: { GET: Page<TrashEntry> };
  'trash/families': { GET: TrashCount[] };
  'trash/:family/:id': { DELETE: Unread };
  'trash/:family/:id/restore': { POST: Unread };
  jobs: { GET: BackgroundJobs };
  'jobs/:id/retry': { POST: BackgroundJob };
  'first-steps': { GET: FirstSteps };
  'first-steps/keep': { POST: Takes<Input<typeof keepStepSchema>, Unread> };
  'first-steps/put-away': { POST: Unread };
  'first-steps/vendor': { GET: VendorStart };
  outside: { GET: OutsideState };
  'outside/test-letter': { POST: { to: string } };
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
type InputOfFamily<Family> = Family extends Resource<infer _Row, infer Body, string> ? Body : never;

interface InLanguage {
  language?: string | undefined;
}

/** What is created, and a change: any of its fields. */
type NewRow<Family> = Takes<Fields<InputOfFamily<Family>> & InLanguage, RowOfFamily<Family>>;
type Change<Family> = Takes<Fields<InputOfFamily<Family>> & Versioned & InLanguage, RowOfFamily<Family>>;

export type FamilyEndpoints = {
  [Family in Families as Family['endpoint']]: { GET: Page<RowOfFamily<Family>>; POST: NewRow<Family> };
} & {
  [Family in Families as `${Family['endpoint']}/:`]: {
    GET: RowOfFamily<Family>;
    PUT: Change<Family>;
    PATCH: Change<Family>;
    DELETE: Unread;
  };
};

/** A row of any family, whose fields only its declaration knows. */
export type AnyRow = BaseRow & Record<string, unknown>;
