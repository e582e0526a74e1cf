import { Home } from '@/features/home/home';

export default function HomePage() {
  return <Home />;
}

HomePage.titleKey = 'common:sidebar-nav-item-dashboard';
