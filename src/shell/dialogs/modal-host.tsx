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
import { stayWithoutServer } from './stay-without-server';

type Opened<Name extends DialogName = DialogName> = {
  [One in Name]: { view: One; data: DialogData[One] };
}[Name];

// The dialog library weighs 15 kB: it loads with the first dialog.
const loadFrame = () => import('./dialog-frame').then((module) => module.DialogFrame);
const DialogFrame = dynamic(loadFrame, { ssr: false });
const FamilyDelete = lazyDialog(() => import('./family-delete'), 'FamilyDelete');
const loadLeaveDialog = () => import('./leave-dialog');
const ConfirmDialog = lazyDialog(() => import('@/components/dialog/confirm-dialog'), 'ConfirmDialog');

const TermDialog = lazyDialog(
  () => import('@/features/settings/terms-and-conditions/term-dialog'),
  'TermDialog',
);

/** Every dialog except delete confirmations, with its component; a missing or mistyped one does not compile. */
const dialogs: Dialogs<Exclude<DialogName, DeleteDialogName>> = {
  SEARCH_VIEW: lazyDialog(() => import('@/shell/search/search-dialog'), 'SearchDialog'),
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
  REMOVE_ROWS: lazyDialog(() => import('@/crud/list/bulk-remove-dialog'), 'BulkRemoveDialog'),
  LEAVE_PAGE: lazyDialog(loadLeaveDialog, 'LeaveDialog'),
  SHORTCUT_KEYS: lazyDialog(() => import('@/shell/keys/keys-dialog'), 'KeysDialog'),
  DESCRIPTION_VIEW: lazyDialog(() => import('./description-dialog'), 'DescriptionDialog'),
  TERM_APPROVE_VIEW: (props) => <TermDialog isApproval {...props} />,
  TERM_DISAPPROVE_VIEW: (props) => <TermDialog isApproval={false} {...props} />,
  BAN_CUSTOMER: lazyDialog(() => import('@/features/accounts/users/ban-dialog'), 'BanDialog'),
  SEE_AS: lazyDialog(() => import('@/features/accounts/vendor-views/see-as-dialog'), 'SeeAsDialog'),
  MAKE_ADMIN: lazyDialog(() => import('@/features/accounts/users/admin-dialog'), 'AdminDialog'),
  ASSIGN_ROLE: lazyDialog(() => import('@/features/accounts/roles/assign-dialog'), 'AssignDialog'),
  INVITE_TO_TEAM: lazyDialog(() => import('@/features/accounts/roles/invite-dialog'), 'InviteDialog'),
  ADD_WALLET_POINTS: lazyDialog(() => import('@/features/accounts/users/points-dialog'), 'PointsDialog'),
  ADD_OR_UPDATE_ADDRESS: lazyDialog(
    () => import('@/features/accounts/addresses/address-dialog'),
    'AddressDialog',
  ),
  SHOP_APPROVE_VIEW: lazyDialog(() => import('@/features/shops/approve-dialog'), 'ApproveDialog'),
  SHOP_DISAPPROVE_VIEW: lazyDialog(() => import('@/features/shops/disapprove-dialog'), 'DisapproveDialog'),
  ACTIVATE_VIEW: lazyDialog(() => import('@/features/shops/activate-dialog'), 'ActivateDialog'),
  SHOW_SHOP_QR: lazyDialog(() => import('@/features/shops/qr-dialog'), 'QrDialog'),
  DECIDE_WITHDRAW: lazyDialog(() => import('@/features/ledger/withdraws/decide-dialog'), 'DecideDialog'),
  MONEY_ORIGIN: lazyDialog(() => import('@/features/payments/origin/origin-dialog'), 'OriginDialog'),
  OPEN_CHARGEBACK: lazyDialog(
    () => import('@/features/payments/chargebacks/chargeback-dialog'),
    'ChargebackDialog',
  ),
  ADJUST_BALANCE: lazyDialog(() => import('@/features/ledger/adjust-dialog'), 'AdjustDialog'),
  TRANSFER_SHOP: lazyDialog(() => import('@/features/shops/transfers/transfer-dialog'), 'TransferDialog'),
  CROPPER_PHOTO: lazyDialog(() => import('@/features/accounts/cropper/cropper-dialog'), 'CropperDialog'),
  NO_ACTIVATED_PHONE: lazyDialog(() => import('@/features/accounts/auth/no-phone-dialog'), 'NoPhoneDialog'),
  COMPOSE_MESSAGE: lazyDialog(() => import('@/features/messaging/messages/compose-dialog'), 'ComposeDialog'),
  PRODUCT_PICTURES: lazyDialog(
    () => import('@/features/catalogue/products/form/product-pictures'),
    'ProductPictures',
  ),
  EXPORT_IMPORT_PRODUCT: lazyDialog(
    () => import('@/features/catalogue/products/import/import-dialog'),
    'ImportDialog',
  ),
  GENERATE_DESCRIPTION: lazyDialog(
    () => import('@/features/catalogue/products/form/description-generator'),
    'DescriptionGenerator',
  ),
  SELECT_PRODUCT_VARIATION: lazyDialog(
    () => import('@/features/catalogue/products/details/variation-dialog'),
    'VariationDialog',
  ),
  SHOW_PRODUCT_QR: lazyDialog(
    () => import('@/features/catalogue/products/details/product-qr-dialog'),
    'ProductQrDialog',
  ),
  REJECT_PRODUCT_REVIEW: lazyDialog(
    () => import('@/features/catalogue/products/moderation/reject-dialog'),
    'RejectDialog',
  ),
  REJECT_PRODUCT_REVIEWS: lazyDialog(
    () => import('@/features/catalogue/products/moderation/reject-dialog'),
    'RejectReviewsDialog',
  ),
  PRICE_CHANGE: lazyDialog(() => import('@/features/catalogue/products/bulk/price-dialog'), 'PriceDialog'),
  STOCK_CHANGE: lazyDialog(() => import('@/features/catalogue/products/bulk/stock-dialog'), 'StockDialog'),
  STATUS_CHANGE: lazyDialog(() => import('@/features/catalogue/products/bulk/status-dialog'), 'StatusDialog'),
  REJECT_PRODUCTS: lazyDialog(
    () => import('@/features/catalogue/products/bulk/reject-many-dialog'),
    'RejectManyDialog',
  ),
  CATEGORY_CHANGE: lazyDialog(
    () => import('@/features/catalogue/products/bulk/category-dialog'),
    'CategoryDialog',
  ),
  CHARACTERISTIC_CHANGE: lazyDialog(
    () => import('@/features/catalogue/products/bulk/characteristic-dialog'),
    'CharacteristicDialog',
  ),
  ...orderDialogs,
  ...feedbackDialogs,
  FIRST_STEP: lazyDialog(() => import('@/shell/first-step/short-forms'), 'ShortForm'),
  PURGE_RECORD: lazyDialog(() => import('@/features/insights/activity/purge-dialog'), 'PurgeDialog'),
  UNDO_SAVE: lazyDialog(() => import('@/features/insights/activity/undo-dialog'), 'UndoDialog'),
  SAVE_REPORT: lazyDialog(() => import('@/features/insights/reports/save-report-dialog'), 'SaveReportDialog'),
  BULK_SET: lazyDialog(() => import('./bulk-set-dialog'), 'BulkSetDialog'),
  AS_OF: lazyDialog(() => import('@/features/insights/activity/as-of-dialog'), 'AsOfDialog'),
  STOCK_MOVEMENTS: lazyDialog(
    () => import('@/features/catalogue/products/details/movements-dialog'),
    'MovementsDialog',
  ),
  EXPORT_IMPORT_ATTRIBUTE: lazyDialog(
    () => import('@/features/catalogue/attributes/attributes-csv'),
    'AttributesCsv',
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
    const ahead = [loadFrame(), loadStepDialogs()];
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

  useEffect(stayWithoutServer, []);

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
