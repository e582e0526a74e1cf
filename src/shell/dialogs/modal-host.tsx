import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { prefetchFloating } from '@/components/ui/floating/floating-button';
import {
  type DeleteDialog as DeleteDialogName,
  type DialogData,
  type DialogName,
  type DialogProps,
  familyOfDeletion,
} from '@/contract/dialogs';
import { onPhoneRefusal } from '@/lib/api/phone-refusals';
import { onLeaveQuestion } from '@/lib/form/leave-question';
import { useModal, useModalActions } from '@/state/modal';
import { ConfirmationDialog } from './confirmation-dialog';
import type { DialogLook } from './dialog-frame';
import { feedbackDialogs } from './feedback-dialogs';
import { type Dialogs, lazyDialog } from './lazy-dialog';
import { loadStepDialogs, orderDialogs } from './order-dialogs';
import { SessionDialog } from './session-dialog';

type Opened<Name extends DialogName = DialogName> = {
  [One in Name]: { view: One; data: DialogData[One] };
}[Name];

// The dialog library weighs 15 kB: it loads with the first dialog.
const loadFrame = () => import('./dialog-frame').then((module) => module.DialogFrame);
const DialogFrame = dynamic(loadFrame, { ssr: false });
const FamilyDelete = lazyDialog(() => import('./family-delete').then((module) => module.FamilyDelete));
const loadLeaveDialog = () => import('./leave-dialog').then((module) => module.LeaveDialog);
const ConfirmDialog = lazyDialog(() =>
  import('@/components/dialog/confirm-dialog').then((module) => module.ConfirmDialog),
);

const TermDialog = lazyDialog(() =>
  import('@/features/settings/terms-and-conditions/term-dialog').then((module) => module.TermDialog),
);

/** Every dialog except delete confirmations, with its component; a missing or mistyped one does not compile. */
const dialogs: Dialogs<Exclude<DialogName, DeleteDialogName>> = {
  SEARCH_VIEW: lazyDialog(() => import('@/shell/search/search-dialog').then((module) => module.SearchDialog)),
  CONFIRM: ({ data, onClose }) => (
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
  REMOVE_ROWS: lazyDialog(() =>
    import('@/crud/list/bulk-remove-dialog').then((module) => module.BulkRemoveDialog),
  ),
  LEAVE_PAGE: lazyDialog(loadLeaveDialog),
  SHORTCUT_KEYS: lazyDialog(() => import('@/shell/keys/keys-dialog').then((module) => module.KeysDialog)),
  DESCRIPTION_VIEW: lazyDialog(() =>
    import('./description-dialog').then((module) => module.DescriptionDialog),
  ),
  TERM_APPROVE_VIEW: (props) => <TermDialog isApproval {...props} />,
  TERM_DISAPPROVE_VIEW: (props) => <TermDialog isApproval={false} {...props} />,
  BAN_CUSTOMER: lazyDialog(() =>
    import('@/features/accounts/users/ban-dialog').then((module) => module.BanDialog),
  ),
  SEE_AS: lazyDialog(() =>
    import('@/features/accounts/vendor-views/see-as-dialog').then((module) => module.SeeAsDialog),
  ),
  MAKE_ADMIN: lazyDialog(() =>
    import('@/features/accounts/users/admin-dialog').then((module) => module.AdminDialog),
  ),
  ASSIGN_ROLE: lazyDialog(() =>
    import('@/features/accounts/roles/assign-dialog').then((module) => module.AssignDialog),
  ),
  INVITE_TO_TEAM: lazyDialog(() =>
    import('@/features/accounts/roles/invite-dialog').then((module) => module.InviteDialog),
  ),
  ADD_WALLET_POINTS: lazyDialog(() =>
    import('@/features/accounts/users/points-dialog').then((module) => module.PointsDialog),
  ),
  ADD_OR_UPDATE_ADDRESS: lazyDialog(() =>
    import('@/features/accounts/addresses/address-dialog').then((module) => module.AddressDialog),
  ),
  SHOP_APPROVE_VIEW: lazyDialog(() =>
    import('@/features/shops/approve-dialog').then((module) => module.ApproveDialog),
  ),
  SHOP_DISAPPROVE_VIEW: lazyDialog(() =>
    import('@/features/shops/disapprove-dialog').then((module) => module.DisapproveDialog),
  ),
  ACTIVATE_VIEW: lazyDialog(() =>
    import('@/features/shops/activate-dialog').then((module) => module.ActivateDialog),
  ),
  SHOW_SHOP_QR: lazyDialog(() => import('@/features/shops/qr-dialog').then((module) => module.QrDialog)),
  DECIDE_WITHDRAW: lazyDialog(() =>
    import('@/features/ledger/withdraws/decide-dialog').then((module) => module.DecideDialog),
  ),
  ADJUST_BALANCE: lazyDialog(() =>
    import('@/features/ledger/adjust-dialog').then((module) => module.AdjustDialog),
  ),
  MONEY_ORIGIN: lazyDialog(() =>
    import('@/features/ledger/origin-dialog').then((module) => module.OriginDialog),
  ),
  TRANSFER_SHOP: lazyDialog(() =>
    import('@/features/shops/transfers/transfer-dialog').then((module) => module.TransferDialog),
  ),
  CROPPER_PHOTO: lazyDialog(() =>
    import('@/features/accounts/cropper/cropper-dialog').then((module) => module.CropperDialog),
  ),
  NO_ACTIVATED_PHONE: lazyDialog(() =>
    import('@/features/accounts/auth/no-phone-dialog').then((module) => module.NoPhoneDialog),
  ),
  COMPOSE_MESSAGE: lazyDialog(() =>
    import('@/features/messaging/messages/compose-dialog').then((module) => module.ComposeDialog),
  ),
  PRODUCT_PICTURES: lazyDialog(() =>
    import('@/features/catalogue/products/form/product-pictures').then((module) => module.ProductPictures),
  ),
  EXPORT_IMPORT_PRODUCT: lazyDialog(() =>
    import('@/features/catalogue/products/import/import-dialog').then((module) => module.ImportDialog),
  ),
  GENERATE_DESCRIPTION: lazyDialog(() =>
    import('@/features/catalogue/products/form/description-generator').then(
      (module) => module.DescriptionGenerator,
    ),
  ),
  SELECT_PRODUCT_VARIATION: lazyDialog(() =>
    import('@/features/catalogue/products/details/variation-dialog').then((module) => module.VariationDialog),
  ),
  SHOW_PRODUCT_QR: lazyDialog(() =>
    import('@/features/catalogue/products/details/product-qr-dialog').then(
      (module) => module.ProductQrDialog,
    ),
  ),
  REJECT_PRODUCT_REVIEW: lazyDialog(() =>
    import('@/features/catalogue/products/moderation/reject-dialog').then((module) => module.RejectDialog),
  ),
  REJECT_PRODUCT_REVIEWS: lazyDialog(() =>
    import('@/features/catalogue/products/moderation/reject-dialog').then(
      (module) => module.RejectReviewsDialog,
    ),
  ),
  PRICE_CHANGE: lazyDialog(() =>
    import('@/features/catalogue/products/bulk/price-dialog').then((module) => module.PriceDialog),
  ),
  STOCK_CHANGE: lazyDialog(() =>
    import('@/features/catalogue/products/bulk/stock-dialog').then((module) => module.StockDialog),
  ),
  STATUS_CHANGE: lazyDialog(() =>
    import('@/features/catalogue/products/bulk/status-dialog').then((module) => module.StatusDialog),
  ),
  REJECT_PRODUCTS: lazyDialog(() =>
    import('@/features/catalogue/products/bulk/reject-many-dialog').then((module) => module.RejectManyDialog),
  ),
  CATEGORY_CHANGE: lazyDialog(() =>
    import('@/features/catalogue/products/bulk/category-dialog').then((module) => module.CategoryDialog),
  ),
  ...orderDialogs,
  ...feedbackDialogs,
  FIRST_STEP: lazyDialog(() => import('@/shell/first-step/short-forms').then((module) => module.ShortForm)),
  PURGE_RECORD: lazyDialog(() =>
    import('@/features/insights/activity/purge-dialog').then((module) => module.PurgeDialog),
  ),
  UNDO_SAVE: lazyDialog(() =>
    import('@/features/insights/activity/undo-dialog').then((module) => module.UndoDialog),
  ),
  BULK_SET: lazyDialog(() => import('./bulk-set-dialog').then((module) => module.BulkSetDialog)),
  AS_OF: lazyDialog(() =>
    import('@/features/insights/activity/as-of-dialog').then((module) => module.AsOfDialog),
  ),
  STOCK_MOVEMENTS: lazyDialog(() =>
    import('@/features/catalogue/products/details/movements-dialog').then((module) => module.MovementsDialog),
  ),
  EXPORT_IMPORT_ATTRIBUTE: lazyDialog(() =>
    import('@/features/catalogue/attributes/attributes-csv').then((module) => module.AttributesCsv),
  ),
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
  const { events, pathname } = useRouter();

  const hasOrders = /\/(orders|till)\b/.test(pathname);
  useEffect(() => {
    if (!hasOrders) return;
    // Without a network they could not be loaded.
    const ahead = [loadFrame(), loadStepDialogs(), import('@/shell/toast-stack')];
    Promise.all(ahead).catch(() => undefined);
  }, [hasOrders]);

  useEffect(() => {
    // A list writing to its own address, for example a search, is not a navigation.
    const handle = (_url: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) close();
    };
    events.on('routeChangeComplete', handle);
    return () => events.off('routeChangeComplete', handle);
  }, [events, close]);

  // The server refused because no phone is confirmed: says where to confirm one.
  // The host itself loads after the first rows.
  useEffect(prefetchFloating, []);

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

  return (
    <>
      {modal.isOpen && (
        <DialogFrame key={modal.view} look={looks[modal.view] ?? {}} onClose={close}>
          {draw(modal, close)}
        </DialogFrame>
      )}
      <ConfirmationDialog />
      <SessionDialog />
    </>
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
  const View: ComponentType<DialogProps<Name>> = dialogs[view];
  return <View data={data} onClose={onClose} />;
}
