import dynamic from 'next/dynamic';
import { Dashboard } from '@/features/insights/dashboard/dashboard';
import { Home } from '@/features/insights/home/home';

const FirstSteps = dynamic(
  () => import('@/features/insights/first-steps/first-steps').then((module) => module.FirstSteps),
  { ssr: false },
);

export default function HomePage() {
  return (
    <>
      <FirstSteps />
      <Home Dashboard={Dashboard} />
    </>
  );
}

HomePage.titleKey = 'common:sidebar-nav-item-dashboard';
HomePage.texts = ['insights', 'orders'];
