import type { DialogName } from '@/contract/dialogs';
import { type Dialogs, lazyDialog } from './lazy-dialog';

/** The dialogs of an order's steps open without a network, so they are loaded while there is one. */
export const loadStepDialogs = () => import('@/features/orders/dialogs/step-dialogs');

/** Dialogs of orders, checkout and refunds (`modal-host.tsx` has the others). */
export const orderDialogs = {
  CHANGE_ORDER_STATUS: lazyDialog(loadStepDialogs, 'StatusDialog'),
  SHIP_ORDER: lazyDialog(loadStepDialogs, 'ShipDialog'),
  WAITING_CHANGES: lazyDialog(loadStepDialogs, 'WaitingDialog'),
  ENTER_DELIVERY_DATE: lazyDialog(
    () => import('@/features/orders/dialogs/delivery-date-dialog'),
    'DeliveryDateDialog',
  ),
  COMPLETE_ORDER_CODE: lazyDialog(loadStepDialogs, 'CompleteCodeDialog'),
  EDIT_ORDER_LINES: lazyDialog(() => import('@/features/orders/edit/edit-lines-dialog'), 'EditLinesDialog'),
  EDIT_ORDER_ADDRESS: lazyDialog(
    () => import('@/features/orders/edit/edit-address-dialog'),
    'EditAddressDialog',
  ),
  EDIT_ORDER_CONTACT: lazyDialog(
    () => import('@/features/orders/edit/edit-contact-dialog'),
    'EditContactDialog',
  ),
  CHANGE_GATEWAY: lazyDialog(
    () => import('@/features/orders/dialogs/change-gateway-dialog'),
    'ChangeGatewayDialog',
  ),
  SHOW_PAYMENT_QR: lazyDialog(
    () => import('@/features/payments/pay-links/payment-qr-dialog'),
    'PaymentQrDialog',
  ),
  SELECT_CUSTOMER: lazyDialog(() => import('@/features/orders/checkout/customer-dialog'), 'CustomerDialog'),
  ADD_OR_UPDATE_CHECKOUT_CONTACT: lazyDialog(
    () => import('@/features/orders/checkout/contact-dialog'),
    'ContactDialog',
  ),
  SELECT_PICKUP_POINT: lazyDialog(() => import('@/features/orders/checkout/point-dialog'), 'PointDialog'),
  CREATE_REFUND: lazyDialog(() => import('@/features/refunds/create-refund-dialog'), 'CreateRefundDialog'),
  RETURN_GOODS: lazyDialog(() => import('@/features/refunds/returns/return-dialog'), 'ReturnDialog'),
  EXCHANGE_GOODS: lazyDialog(() => import('@/features/refunds/returns/exchange-dialog'), 'ExchangeDialog'),
  AGREE_REFUND: lazyDialog(() => import('@/features/refunds/returns/agree-dialog'), 'AgreeDialog'),
  OBJECT_REFUND: lazyDialog(() => import('@/features/refunds/returns/object-dialog'), 'ObjectDialog'),
  INSPECT_REFUND: lazyDialog(() => import('@/features/refunds/returns/inspect-dialog'), 'InspectDialog'),
  UPDATE_REFUND: lazyDialog(() => import('@/features/refunds/update-refund-dialog'), 'UpdateRefundDialog'),
  COMPLETE_REFUND_CODE: lazyDialog(() => import('@/features/refunds/refund-code-dialog'), 'RefundCodeDialog'),
  REFUND_IMAGE: lazyDialog(() => import('@/features/refunds/picture-dialog'), 'PictureDialog'),
} satisfies Partial<Dialogs<DialogName>>;
