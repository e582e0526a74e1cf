import { ActivityLog } from '@/features/insights/activity/activity-log';

export default function ActivityPage() {
  return <ActivityLog />;
}

ActivityPage.titleKey = 'common:text-activity';
ActivityPage.texts = ['insights'];
