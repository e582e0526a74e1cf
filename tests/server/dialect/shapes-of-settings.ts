import type { Shape } from './shape-check';

/** The shapes of the single objects: figures of the dashboard and the settings. */
const statusCounts: Shape = {
  fields: {
    number: 'pending processing complete cancelled refunded failed localFacility outForDelivery',
  },
};
export const analytics: Shape = {
  fields: {
    number: 'totalRevenue todaysRevenue totalRefunds totalShops totalVendors totalOrders newCustomers',
    array: 'totalYearSaleByMonth',
    object:
      'todayTotalOrderByStatus weeklyTotalOrderByStatus monthlyTotalOrderByStatus yearlyTotalOrderByStatus',
  },
  parts: {
    totalYearSaleByMonth: { fields: { text: 'month', number: 'total' } },
    todayTotalOrderByStatus: statusCounts,
    weeklyTotalOrderByStatus: statusCounts,
    monthlyTotalOrderByStatus: statusCounts,
    yearlyTotalOrderByStatus: statusCounts,
  },
};

const events: Shape = { fields: { object: 'admin vendor customer' } };
export const settings: Shape = {
  fields: { id: 'id', text: 'language', object: 'options', array: 'translated_languages' },
  parts: {
    options: {
      fields: {
        'text?': 'siteTitle siteSubtitle',
        text: 'currency',
        'object?': 'logo collapseLogo',
        object:
          'currencyOptions seo maintenance contactDetails smsEvent emailEvent pushNotification server_info',
        array: 'deliveryTime paymentGateway',
        number: 'minimumOrderAmount currencyToWalletRatio signupPoints maximumQuestionLimit',
        'number?': 'maxShopDistance freeShippingAmount taxClass shippingClass',
        flag: 'freeShipping useOtp useMustVerifyEmail guestCheckout useCashOnDelivery useEnableGateway enableTerms enableCoupons isProductReview useAi isUnderMaintenance',
      },
      parts: {
        currencyOptions: { fields: { text: 'formation', number: 'fractions' } },
        contactDetails: {
          fields: { 'text?': 'contact emailAddress website', 'object?': 'location', array: 'socials' },
        },
        smsEvent: events,
        emailEvent: events,
        pushNotification: { fields: { object: 'all' } },
        server_info: { fields: { number: 'upload_max_filesize post_max_size' } },
      },
    },
  },
};
