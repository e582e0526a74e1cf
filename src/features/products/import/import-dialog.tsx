import type { DialogData } from '@/contract/dialogs';

interface ImportDialogProps {
  data: DialogData['EXPORT_IMPORT_PRODUCT'];
  onClose: () => void;
}

export function ImportDialog(_props: ImportDialogProps) {
  return null;
}
