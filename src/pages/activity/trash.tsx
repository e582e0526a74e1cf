import { Trash } from '@/features/activity/trash';

export default function TrashPage() {
  return <Trash />;
}

TrashPage.titleKey = 'common:text-trash';
