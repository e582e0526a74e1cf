import type { DialogData } from '@/contract/dialogs';

interface AdminDialogProps {
  data: DialogData['MAKE_ADMIN'];
  onClose: () => void;
}

export function AdminDialog(_props: AdminDialogProps) {
  return null;
}
