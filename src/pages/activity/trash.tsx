import { Trash } from '@/features/insights/activity/trash';

export default function TrashPage() {
  return <Trash />;
}

TrashPage.titleKey = 'common:text-trash';
TrashPage.texts = ['insights'];
