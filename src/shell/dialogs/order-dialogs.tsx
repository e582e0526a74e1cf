import dynamic from 'next/dynamic';
import { Loader } from '@/components/ui/loader';
import type { DialogName } from '@/contract/dialogs';
import type { Draw } from './dialog-draw';

const loading = () => <Loader />;

const StatusDialog = dynamic(
  () => import('@/features/orders/dialogs/status-dialog').then((module) => module.StatusDialog),
  { loading },
);
const DeliveryDateDialog = dynamic(
  () => import('@/features/orders/dialogs/delivery-date-dialog').then((module) => module.DeliveryDateDialog),
  { loading },
);
const CompleteCodeDialog = dynamic(
  () => import('@/features/orders/dialogs/complete-code-dialog').then((module) => module.CompleteCodeDialog),
  { loading },
);
const EditLinesDialog = dynamic(
  () => import('@/features/orders/dialogs/edit-lines-dialog').then((module) => module.EditLinesDialog),
  { loading },
);
const ChangeGatewayDialog = dynamic(
  () =>
    import('@/features/orders/dialogs/change-gateway-dialog').then((module) => module.ChangeGatewayDialog),
  { loading },
);
const PaymentQrDialog = dynamic(
  () => import('@/features/orders/dialogs/payment-qr-dialog').then((module) => module.PaymentQrDialog),
  { loading },
);
const CustomerDialog = dynamic(
  () => import('@/features/orders/checkout/customer-dialog').then((module) => module.CustomerDialog),
  { loading },
);
const ContactDialog = dynamic(
  () => import('@/features/orders/checkout/contact-dialog').then((module) => module.ContactDialog),
  { loading },
);
const PointDialog = dynamic(
  () => import('@/features/orders/checkout/point-dialog').then((module) => module.PointDialog),
  { loading },
);
const CreateRefundDialog = dynamic(
  () => import('@/features/refunds/create-refund-dialog').then((module) => module.CreateRefundDialog),
  { loading },
);
const ReturnDialog = dynamic(
  () => import('@/features/refunds/returns/return-dialog').then((module) => module.ReturnDialog),
  { loading },
);
const ExchangeDialog = dynamic(
  () => import('@/features/refunds/returns/exchange-dialog').then((module) => module.ExchangeDialog),
  { loading },
);
const ObjectDialog = dynamic(
  () => import('@/features/refunds/returns/object-dialog').then((module) => module.ObjectDialog),
  { loading },
);
const InspectDialog = dynamic(
  () => import('@/features/refunds/returns/inspect-dialog').then((module) => module.InspectDialog),
  { loading },
);
const UpdateRefundDialog = dynamic(
  () => import('@/features/refunds/update-refund-dialog').then((module) => module.UpdateRefundDialog),
  { loading },
);
const RefundCodeDialog = dynamic(
  () => import('@/features/refunds/refund-code-dialog').then((module) => module.RefundCodeDialog),
  { loading },
);
const RefundPicture = dynamic(
  () => import('@/features/refunds/picture-dialog').then((module) => module.PictureDialog),
  { loading },
);

/** Dialogs of orders, checkout and refunds (`modal-host.tsx` has the others). */
export const orderDialogs = {
  CHANGE_ORDER_STATUS: (data, onClose) => <StatusDialog data={data} onClose={onClose} />,
  ENTER_DELIVERY_DATE: (data, onClose) => <DeliveryDateDialog data={data} onClose={onClose} />,
  COMPLETE_ORDER_CODE: (data, onClose) => <CompleteCodeDialog data={data} onClose={onClose} />,
  EDIT_ORDER_LINES: (data, onClose) => <EditLinesDialog data={data} onClose={onClose} />,
  CHANGE_GATEWAY: (data, onClose) => <ChangeGatewayDialog data={data} onClose={onClose} />,
  SHOW_PAYMENT_QR: (data) => <PaymentQrDialog data={data} />,
  SELECT_CUSTOMER: (_data, onClose) => <CustomerDialog onClose={onClose} />,
  ADD_OR_UPDATE_CHECKOUT_CONTACT: (_data, onClose) => <ContactDialog onClose={onClose} />,
  SELECT_PICKUP_POINT: (_data, onClose) => <PointDialog onClose={onClose} />,
  CREATE_REFUND: (data, onClose) => <CreateRefundDialog data={data} onClose={onClose} />,
  RETURN_GOODS: (data, onClose) => <ReturnDialog data={data} onClose={onClose} />,
  EXCHANGE_GOODS: (data, onClose) => <ExchangeDialog data={data} onClose={onClose} />,
  OBJECT_REFUND: (data, onClose) => <ObjectDialog data={data} onClose={onClose} />,
  INSPECT_REFUND: (data, onClose) => <InspectDialog data={data} onClose={onClose} />,
  UPDATE_REFUND: (data, onClose) => <UpdateRefundDialog data={data} onClose={onClose} />,
  COMPLETE_REFUND_CODE: (data, onClose) => <RefundCodeDialog data={data} onClose={onClose} />,
  REFUND_IMAGE: (data) => <RefundPicture data={data} />,
} satisfies { [Name in DialogName]?: Draw<Name> };
