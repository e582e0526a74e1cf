import dynamic from 'next/dynamic';

const Jobs = dynamic(() => import('@/features/insights/jobs/jobs-page').then((module) => module.JobsPage));

export default function JobsPage() {
  return <Jobs />;
}

JobsPage.titleKey = 'common:text-background-jobs';
