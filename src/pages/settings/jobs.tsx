import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Jobs = dynamic(() => import('@/features/insights/jobs/jobs-page').then((module) => module.JobsPage));

export default definePage(Jobs, { titleKey: 'common:text-background-jobs' });
