import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { type ReactNode, useEffect } from 'react';
import { Loader } from '@/components/ui/loader';
import {
  type DeleteDialog as DeleteDialogName,
  type DialogData,
  type DialogName,
  familyOfDeletion,
} from '@/contract/dialogs';
import { onPhoneRefusal } from '@/lib/api/phone-refusals';
import { onLeaveQuestion } from '@/lib/form/leave-question';
import { useModal, useModalActions } from '@/state/modal';
import type { Draw } from './dialog-draw';
import type { DialogLook } from './dialog-frame';
import { feedbackDialogs } from './feedback-dialogs';
import { orderDialogs } from './order-dialogs';

type Opened<Name extends DialogName = DialogName> = {
  [One in Name]: { view: One; data: DialogData[One] };
}[Name];

const loading = () => <Loader />;

// The dialog library weighs 15 kB: it loads with the first dialog.
const loadFrame = () => import('./dialog-frame').then((module) => module.DialogFrame);
const DialogFrame = dynamic(loadFrame, { ssr: false });
const FamilyDelete = dynamic(() => import('./family-delete').then((module) => module.FamilyDelete), {
  loading,
});
const SearchDialog = dynamic(
  () => import('@/shell/search/search-dialog').then((module) => module.SearchDialog),
  {
    loading,
  },
);
const loadLeaveDialog = () => import('./leave-dialog').then((module) => module.LeaveDialog);
const LeaveDialog = dynamic(loadLeaveDialog, { loading });
const ConfirmDialog = dynamic(
  () => import('@/components/dialog/confirm-dialog').then((module) => module.ConfirmDialog),
  { loading },
);
const DescriptionDialog = dynamic(
  () => import('./description-dialog').then((module) => module.DescriptionDialog),
  { loading },
);

const TermDialog = dynamic(
  () => import('@/features/settings/terms-and-conditions/term-dialog').then((module) => module.TermDialog),
  { loading },
);
const AttributesCsv = dynamic(
  () => import('@/features/catalogue/attributes/attributes-csv').then((module) => module.AttributesCsv),
  { loading },
);
const BanDialog = dynamic(
  () => import('@/features/accounts/users/ban-dialog').then((module) => module.BanDialog),
  {
    loading,
  },
);
const AdminDialog = dynamic(
  () => import('@/features/accounts/users/admin-dialog').then((module) => module.AdminDialog),
  { loading },
);
const PointsDialog = dynamic(
  () => import('@/features/accounts/users/points-dialog').then((module) => module.PointsDialog),
  { loading },
);
const AddressDialog = dynamic(
  () => import('@/features/accounts/addresses/address-dialog').then((module) => module.AddressDialog),
  { loading },
);
const ApproveDialog = dynamic(
  () => import('@/features/shops/approve-dialog').then((module) => module.ApproveDialog),
  { loading },
);
const DisapproveDialog = dynamic(
  () => import('@/features/shops/disapprove-dialog').then((module) => module.DisapproveDialog),
  { loading },
);
const ActivateDialog = dynamic(
  () => import('@/features/shops/activate-dialog').then((module) => module.ActivateDialog),
  { loading },
);
const QrDialog = dynamic(() => import('@/features/shops/qr-dialog').then((module) => module.QrDialog), {
  loading,
});
const DecideDialog = dynamic(
  () => import('@/features/ledger/withdraws/decide-dialog').then((module) => module.DecideDialog),
  { loading },
);
const AdjustDialog = dynamic(
  () => import('@/features/ledger/adjust-dialog').then((module) => module.AdjustDialog),
  { loading },
);
const TransferDialog = dynamic(
  () => import('@/features/shops/transfers/transfer-dialog').then((module) => module.TransferDialog),
  { loading },
);
const CropperDialog = dynamic(
  () => import('@/features/accounts/cropper/cropper-dialog').then((module) => module.CropperDialog),
  { loading },
);
const NoPhoneDialog = dynamic(
  () => import('@/features/accounts/auth/no-phone-dialog').then((module) => module.NoPhoneDialog),
  {
    loading,
  },
);
const ComposeDialog = dynamic(
  () => import('@/features/messaging/messages/compose-dialog').then((module) => module.ComposeDialog),
  { loading },
);
const ImportDialog = dynamic(
  () => import('@/features/catalogue/products/import/import-dialog').then((module) => module.ImportDialog),
  { loading },
);
const DescriptionGenerator = dynamic(
  () =>
    import('@/features/catalogue/products/form/description-generator').then(
      (module) => module.DescriptionGenerator,
    ),
  { loading },
);
const VariationDialog = dynamic(
  () =>
    import('@/features/catalogue/products/details/variation-dialog').then((module) => module.VariationDialog),
  { loading },
);
const ProductQrDialog = dynamic(
  () =>
    import('@/features/catalogue/products/details/product-qr-dialog').then(
      (module) => module.ProductQrDialog,
    ),
  { loading },
);
const RejectDialog = dynamic(
  () =>
    import('@/features/catalogue/products/moderation/reject-dialog').then((module) => module.RejectDialog),
  { loading },
);
const RejectReviewsDialog = dynamic(
  () =>
    import('@/features/catalogue/products/moderation/reject-dialog').then(
      (module) => module.RejectReviewsDialog,
    ),
  { loading },
);
const PriceDialog = dynamic(
  () => import('@/features/catalogue/products/bulk/price-dialog').then((module) => module.PriceDialog),
  { loading },
);
const StockDialog = dynamic(
  () => import('@/features/catalogue/products/bulk/stock-dialog').then((module) => module.StockDialog),
  { ssr: false },
);
const RejectManyDialog = dynamic(
  () =>
    import('@/features/catalogue/products/bulk/reject-many-dialog').then((module) => module.RejectManyDialog),
  { ssr: false },
);
const CategoryDialog = dynamic(
  () => import('@/features/catalogue/products/bulk/category-dialog').then((module) => module.CategoryDialog),
  { loading },
);
const KeysDialog = dynamic(() => import('@/shell/keys/keys-dialog').then((module) => module.KeysDialog), {
  loading,
});
const PurgeDialog = dynamic(
  () => import('@/features/insights/activity/purge-dialog').then((module) => module.PurgeDialog),
  { loading },
);
const MovementsDialog = dynamic(
  () =>
    import('@/features/catalogue/products/details/movements-dialog').then((module) => module.MovementsDialog),
  { loading },
);

/** Every dialog except delete confirmations, with its component; a missing or mistyped one does not compile. */
const dialogs: { [Name in Exclude<DialogName, DeleteDialogName>]: Draw<Name> } = {
  SEARCH_VIEW: (_data, onClose) => <SearchDialog onClose={onClose} />,
  CONFIRM: (data, onClose) => (
    <ConfirmDialog
      {...data}
      isDeletion={data.isDeletion ?? false}
      onConfirm={() => {
        onClose();
        data.onConfirm();
      }}
      onClose={onClose}
    />
  ),
  LEAVE_PAGE: (data, onClose) => <LeaveDialog data={data} onClose={onClose} />,
  SHORTCUT_KEYS: () => <KeysDialog />,
  DESCRIPTION_VIEW: (data, onClose) => <DescriptionDialog data={data} onClose={onClose} />,
  TERM_APPROVE_VIEW: (data, onClose) => <TermDialog isApproval data={data} onClose={onClose} />,
  TERM_DISAPPROVE_VIEW: (data, onClose) => <TermDialog isApproval={false} data={data} onClose={onClose} />,
  BAN_CUSTOMER: (data, onClose) => <BanDialog data={data} onClose={onClose} />,
  MAKE_ADMIN: (data, onClose) => <AdminDialog data={data} onClose={onClose} />,
  ADD_WALLET_POINTS: (data, onClose) => <PointsDialog data={data} onClose={onClose} />,
  ADD_OR_UPDATE_ADDRESS: (data, onClose) => <AddressDialog data={data} onClose={onClose} />,
  SHOP_APPROVE_VIEW: (data, onClose) => <ApproveDialog data={data} onClose={onClose} />,
  SHOP_DISAPPROVE_VIEW: (data, onClose) => <DisapproveDialog data={data} onClose={onClose} />,
  ACTIVATE_VIEW: (data, onClose) => <ActivateDialog data={data} onClose={onClose} />,
  SHOW_SHOP_QR: (data, onClose) => <QrDialog data={data} onClose={onClose} />,
  DECIDE_WITHDRAW: (data, onClose) => <DecideDialog data={data} onClose={onClose} />,
  ADJUST_BALANCE: (data, onClose) => <AdjustDialog data={data} onClose={onClose} />,
  TRANSFER_SHOP: (data, onClose) => <TransferDialog data={data} onClose={onClose} />,
  CROPPER_PHOTO: (data, onClose) => <CropperDialog data={data} onClose={onClose} />,
  NO_ACTIVATED_PHONE: (_data, onClose) => <NoPhoneDialog onClose={onClose} />,
  COMPOSE_MESSAGE: (_data, onClose) => <ComposeDialog onClose={onClose} />,
  EXPORT_IMPORT_PRODUCT: (data, onClose) => <ImportDialog data={data} onClose={onClose} />,
  GENERATE_DESCRIPTION: (data, onClose) => <DescriptionGenerator data={data} onClose={onClose} />,
  SELECT_PRODUCT_VARIATION: (data, onClose) => <VariationDialog data={data} onClose={onClose} />,
  SHOW_PRODUCT_QR: (data, onClose) => <ProductQrDialog data={data} onClose={onClose} />,
  REJECT_PRODUCT_REVIEW: (data, onClose) => <RejectDialog data={data} onClose={onClose} />,
  REJECT_PRODUCT_REVIEWS: (data, onClose) => <RejectReviewsDialog data={data} onClose={onClose} />,
  PRICE_CHANGE: (data, onClose) => <PriceDialog data={data} onClose={onClose} />,
  STOCK_CHANGE: (data, onClose) => <StockDialog data={data} onClose={onClose} />,
  REJECT_PRODUCTS: (data, onClose) => <RejectManyDialog data={data} onClose={onClose} />,
  CATEGORY_CHANGE: (data, onClose) => <CategoryDialog data={data} onClose={onClose} />,
  ...orderDialogs,
  ...feedbackDialogs,
  PURGE_RECORD: (data, onClose) => <PurgeDialog data={data} onClose={onClose} />,
  STOCK_MOVEMENTS: (data, onClose) => <MovementsDialog data={data} onClose={onClose} />,
  EXPORT_IMPORT_ATTRIBUTE: (data, onClose) => <AttributesCsv data={data} onClose={onClose} />,
};

/** Dialogs with a different frame. */
const looks: Partial<Record<DialogName, DialogLook>> = {
  SEARCH_VIEW: { isAtTop: true },
  SHOW_SHOP_QR: { hasCloseButton: false },
};

/** The single host of all dialogs: opens a view by name and alone handles Escape, backdrop and close button. */
export function ModalHost() {
  const modal = useModal();
  const { open, close } = useModalActions();
  const { events } = useRouter();

  useEffect(() => {
    // A list writing to its own address, for example a search, is not a navigation.
    const handle = (_url: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) close();
    };
    events.on('routeChangeComplete', handle);
    return () => events.off('routeChangeComplete', handle);
  }, [events, close]);

  // The server refused because no phone is confirmed: says where to confirm one.
  useEffect(() => onPhoneRefusal(() => open('NO_ACTIVATED_PHONE')), [open]);

  useEffect(
    () =>
      onLeaveQuestion({
        ask: (text, onLeave) => open('LEAVE_PAGE', { text, onLeave }),
        prepare: () => void Promise.all([loadFrame(), loadLeaveDialog()]).catch(() => undefined),
      }),
    [open],
  );

  useFocusBack(modal.isOpen);

  if (!modal.isOpen) return null;
  return (
    <DialogFrame key={modal.view} look={looks[modal.view] ?? {}} onClose={close}>
      {draw(modal, close)}
    </DialogFrame>
  );
}

/** Restores focus the first time: the library does not know what was focused before it loaded. */
function useFocusBack(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [isOpen]);
}

function draw(modal: Opened, onClose: () => void): ReactNode {
  const family = familyOfDeletion(modal.view);
  if (family && isDeletion(modal))
    return <FamilyDelete family={family} data={modal.data} onClose={onClose} />;
  return drawOther(modal as Exclude<Opened, Opened<DeleteDialogName>>, onClose);
}

function isDeletion(modal: Opened): modal is Opened<DeleteDialogName> {
  return familyOfDeletion(modal.view) !== undefined;
}

function drawOther<Name extends Exclude<DialogName, DeleteDialogName>>(
  { view, data }: Opened<Name>,
  onClose: () => void,
): ReactNode {
  const drawView: Draw<Name> = dialogs[view];
  return drawView(data, onClose);
}
