import type { DialogData } from '@/contract/dialogs';

interface ActivateDialogProps {
  data: DialogData['ACTIVATE_VIEW'];
  onClose: () => void;
}

export function ActivateDialog(_props: ActivateDialogProps) {
  return null;
}
