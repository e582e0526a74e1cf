import type { DialogData } from '@/contract/dialogs';

interface DescriptionGeneratorProps {
  data: DialogData['GENERATE_DESCRIPTION'];
  onClose: () => void;
}

export function DescriptionGenerator(_props: DescriptionGeneratorProps) {
  return null;
}
