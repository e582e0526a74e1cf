/**
 * Endpoints of the dialect that this server answers (reference endpoints §3 to §17); `*` stands for a key. Those it leaves out are
 * of storefronts alone: wish lists, saved cards, rental, newsletters, pages for future sellers.
 */

const paths: Record<string, string> = {
  POST: `
    token register logout forget-password verify-forget-password-token reset-password change-password
    send-otp-code verify-otp-code otp-login update-contact email/verification-notification update-email
    license-key/verify api/admin/auth/send-code api/admin/auth/check-code users users/block-user
    users/unblock-user users/make-admin add-points staffs shops approve-shop disapprove-shop follow-shop
    transfer-shop-ownership products generate-descriptions import-products import-variation-options
    import-attributes download-invoice-url types categories tags attributes attribute-values authors
    manufacturers orders orders/checkout/verify orders/payment orders/*/complete orders/*/delivery-date
    downloads/digital_file order-status coupons coupons/verify approve-coupon disapprove-coupon taxes
    shippings withdraws approve-withdraw refunds refunds/*/complete refund-policies refund-reasons
    reviews feedbacks abusive_reports abusive_reports/accept abusive_reports/reject questions faqs
    terms-and-conditions approve-terms-and-conditions disapprove-terms-and-conditions flash-sale
    vendor-requests-for-flash-sale approve-flash-sale-requested-products
    disapprove-flash-sale-requested-products store-notices store-notices/read store-notices/read-all
    notify-log-seen notify-log-read-all conversations messages/conversations/* messages/seen/* settings
    attachments api/admin/boxes api/admin/errors app-versions social-links advertising-banners
    review-banners
  `,
  GET: `
    email/verify/*/* me users users/* admin/list vendors/list customers/list my-staffs all-staffs staffs
    address shops shops/* my-shops new-shops near-by-shop/*/* follow-shop followed-shops
    ownership-transfer ownership-transfer/* products products/* popular-products best-selling-products
    draft-products products-stock low-stock-products top-rate-product category-wise-product
    category-wise-product-sale products-by-flash-sale product-flash-sale-info export-products/*
    export-variation-options/* export-attributes/* export-order-url export-order-url/*
    export-order/token/* download-invoice/token/* types types/* categories categories/* tags tags/*
    attributes attributes/* attribute-values authors authors/* manufacturers manufacturers/* orders
    orders/* orders/tracking-number/* payment-intent downloads download_url/token/* order-status
    order-status/* coupons coupons/* taxes taxes/* shippings shippings/* withdraws withdraws/* refunds
    refunds/* refund-policies refund-policies/* refund-reasons refund-reasons/* reviews reviews/*
    feedbacks feedbacks/* abusive_reports abusive_reports/* my-reports questions questions/*
    my-questions faqs faqs/* terms-and-conditions terms-and-conditions/* flash-sale flash-sale/*
    vendor-requests-for-flash-sale vendor-requests-for-flash-sale/* requested-products-for-flash-sale
    store-notices store-notices/* store-notices/getStoreNoticeType store-notices/getUsersToNotify
    notify-logs notify-logs/* conversations conversations/* messages/conversations/* settings
    attachments/* analytics api/admin/boxes api/admin/boxes/* api/admin/errors api/admin/errors/*
    app-versions app-versions/* social-links social-links/* advertising-banners advertising-banners/*
    review-banners review-banners/* delivery-classes cities points geocode banks/info organizations/info
    sbp/members dialogs vendor/store_keepers
  `,
  PUT: `
    users/* shops/* ownership-transfer/* products/* types/* categories/* tags/* attributes/*
    attribute-values/* authors/* manufacturers/* orders/* order-status/* coupons/* taxes/* shippings/*
    withdraws/* refunds/* refund-policies/* refund-reasons/* reviews/* questions/* faqs/*
    terms-and-conditions/* flash-sale/* vendor-requests-for-flash-sale/* store-notices/* app-versions/*
    social-links/* advertising-banners/* review-banners/*
  `,
  DELETE: `
    users/* staffs/* address/* shops/* ownership-transfer/* products/* types/* categories/* tags/*
    attributes/* attribute-values/* authors/* manufacturers/* orders/* order-status/* coupons/* taxes/*
    shippings/* withdraws/* refunds/* refund-policies/* refund-reasons/* reviews/* feedbacks/*
    abusive_reports/* questions/* faqs/* terms-and-conditions/* flash-sale/*
    vendor-requests-for-flash-sale/* store-notices/* notify-logs/* attachments/* api/admin/boxes/*
    api/admin/errors/* app-versions/* social-links/* advertising-banners/* review-banners/*
  `,
  PATCH: `
    api/admin/boxes/* api/admin/errors/*
  `,
};

export const dialectEndpoints: readonly string[] = Object.entries(paths).flatMap(([method, list]) =>
  list
    .trim()
    .split(/\s+/)
    .map((path) => `${method} ${path}`),
);
