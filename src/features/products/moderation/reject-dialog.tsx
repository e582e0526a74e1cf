import type { DialogData } from '@/contract/dialogs';

interface RejectDialogProps {
  data: DialogData['REJECT_PRODUCT_REVIEW'];
  onClose: () => void;
}

export function RejectDialog(_props: RejectDialogProps) {
  return null;
}
