import type { ComponentProps, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../layout.tsx';
import type { Chart } from './chart.tsx';

type ChartProps = ComponentProps<typeof Chart>;

/** Chart that loads its library when the first one is shown. */
export function LazyChart(props: ChartProps) {
  const [loaded, setLoaded] = useState<{ readonly Component: FunctionComponent<ChartProps> }>();
  useEffect(() => {
    void import('./chart.tsx').then((module) => setLoaded({ Component: module.Chart }));
  }, []);
  return loaded === undefined ? <Skeleton height="16rem" /> : <loaded.Component {...props} />;
}
