import { Trash } from '@/features/insights/activity/trash';
import { definePage } from '@/shell/define-page';

export default definePage(Trash, { titleKey: 'common:text-trash', texts: ['insights'] });
