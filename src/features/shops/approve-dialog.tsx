import type { DialogData } from '@/contract/dialogs';

interface ApproveDialogProps {
  data: DialogData['SHOP_APPROVE_VIEW'];
  onClose: () => void;
}

export function ApproveDialog(_props: ApproveDialogProps) {
  return null;
}
