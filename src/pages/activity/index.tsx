import { ActivityLog } from '@/features/insights/activity/activity-log';
import { definePage } from '@/shell/define-page';

export default definePage(ActivityLog, { titleKey: 'common:text-activity', texts: ['insights'] });
