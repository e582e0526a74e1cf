import type { DialogName } from '@/contract/dialogs';
import { type Dialogs, lazyDialog } from './lazy-dialog';

/** The dialogs of an order's steps open without a network, so they are loaded while there is one. */
export const loadStepDialogs = () => import('@/features/orders/dialogs/step-dialogs');

/** Dialogs of orders, checkout and refunds (`modal-host.tsx` has the others). */
export const orderDialogs = {
  CHANGE_ORDER_STATUS: lazyDialog(() => loadStepDialogs().then((module) => module.StatusDialog)),
  SHIP_ORDER: lazyDialog(() => loadStepDialogs().then((module) => module.ShipDialog)),
  WAITING_CHANGES: lazyDialog(() => loadStepDialogs().then((module) => module.WaitingDialog)),
  ENTER_DELIVERY_DATE: lazyDialog(() =>
    import('@/features/orders/dialogs/delivery-date-dialog').then((module) => module.DeliveryDateDialog),
  ),
  COMPLETE_ORDER_CODE: lazyDialog(() => loadStepDialogs().then((module) => module.CompleteCodeDialog)),
  EDIT_ORDER_LINES: lazyDialog(() =>
    import('@/features/orders/edit/edit-lines-dialog').then((module) => module.EditLinesDialog),
  ),
  EDIT_ORDER_ADDRESS: lazyDialog(() =>
    import('@/features/orders/edit/edit-address-dialog').then((module) => module.EditAddressDialog),
  ),
  EDIT_ORDER_CONTACT: lazyDialog(() =>
    import('@/features/orders/edit/edit-contact-dialog').then((module) => module.EditContactDialog),
  ),
  CHANGE_GATEWAY: lazyDialog(() =>
    import('@/features/orders/dialogs/change-gateway-dialog').then((module) => module.ChangeGatewayDialog),
  ),
  SHOW_PAYMENT_QR: lazyDialog(() =>
    import('@/features/orders/dialogs/payment-qr-dialog').then((module) => module.PaymentQrDialog),
  ),
  SELECT_CUSTOMER: lazyDialog(() =>
    import('@/features/orders/checkout/customer-dialog').then((module) => module.CustomerDialog),
  ),
  ADD_OR_UPDATE_CHECKOUT_CONTACT: lazyDialog(() =>
    import('@/features/orders/checkout/contact-dialog').then((module) => module.ContactDialog),
  ),
  SELECT_PICKUP_POINT: lazyDialog(() =>
    import('@/features/orders/checkout/point-dialog').then((module) => module.PointDialog),
  ),
  CREATE_REFUND: lazyDialog(() =>
    import('@/features/refunds/create-refund-dialog').then((module) => module.CreateRefundDialog),
  ),
  RETURN_GOODS: lazyDialog(() =>
    import('@/features/refunds/returns/return-dialog').then((module) => module.ReturnDialog),
  ),
  EXCHANGE_GOODS: lazyDialog(() =>
    import('@/features/refunds/returns/exchange-dialog').then((module) => module.ExchangeDialog),
  ),
  OBJECT_REFUND: lazyDialog(() =>
    import('@/features/refunds/returns/object-dialog').then((module) => module.ObjectDialog),
  ),
  INSPECT_REFUND: lazyDialog(() =>
    import('@/features/refunds/returns/inspect-dialog').then((module) => module.InspectDialog),
  ),
  UPDATE_REFUND: lazyDialog(() =>
    import('@/features/refunds/update-refund-dialog').then((module) => module.UpdateRefundDialog),
  ),
  COMPLETE_REFUND_CODE: lazyDialog(() =>
    import('@/features/refunds/refund-code-dialog').then((module) => module.RefundCodeDialog),
  ),
  REFUND_IMAGE: lazyDialog(() =>
    import('@/features/refunds/picture-dialog').then((module) => module.PictureDialog),
  ),
} satisfies Partial<Dialogs<DialogName>>;
