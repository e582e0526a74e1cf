import type { DialogData } from '@/contract/dialogs';

interface DisapproveDialogProps {
  data: DialogData['SHOP_DISAPPROVE_VIEW'];
  onClose: () => void;
}

export function DisapproveDialog(_props: DisapproveDialogProps) {
  return null;
}
