import text from 'messages:usage';
import { useState } from 'react';
import { Button } from '@/components/Button';
import { DataTable } from '@/components/DataTable';
import { formatCompact, formatDay, formatNumber, formatShortDay } from '@/components/format';
import { scaleOf } from './scale';
import { useWidth } from './useWidth';
import './chart.css';

interface Day {
  date: string;
  requests: number;
  errors: number;
}

interface RequestsChartProps {
  days: Day[];
  label: string;
}

/** Requests by day as bars, in which errors have a colour of their own; and the same as a table. */
export function RequestsChart({ days, label }: RequestsChartProps) {
  const [isTable, setIsTable] = useState(false);
  const [marked, setMarked] = useState<Day>();
  const total = days.reduce((sum, day) => sum + day.requests, 0);
  const errors = days.reduce((sum, day) => sum + day.errors, 0);
  const shown = marked ?? { requests: total, errors };
  return (
    <figure className="chart">
      <figcaption className="chart-caption">
        <span>
          <strong>
            {marked
              ? text('dayUtc', { day: formatDay(marked.date) })
              : text('daysUtc', { count: days.length })}
          </strong>
          <span className="chart-legend legend-requests">
            {text('requestCount', { count: shown.requests })}
          </span>
          <span className="chart-legend legend-errors">{text('errorCount', { count: shown.errors })}</span>
        </span>
        <Button size="small" variant="ghost" onPress={() => setIsTable(!isTable)}>
          {isTable ? text('showAsChart') : text('showAsTable')}
        </Button>
      </figcaption>
      {isTable ? (
        <div className="chart-table">
          <DayTable days={days} label={label} />
        </div>
      ) : (
        <Bars days={days} label={text('chart', { label, requests: total, errors })} onMark={setMarked} />
      )}
    </figure>
  );
}

function DayTable({ days, label }: RequestsChartProps) {
  return (
    <DataTable
      label={label}
      isCompact
      rows={days.toReversed()}
      rowKey={(day) => day.date}
      columns={[
        { key: 'date', header: text('dayInUtc'), cell: (day) => formatDay(day.date) },
        {
          key: 'requests',
          header: text('requests'),
          isNumeric: true,
          cell: (day) => formatNumber(day.requests),
        },
        { key: 'errors', header: text('errors'), isNumeric: true, cell: (day) => formatNumber(day.errors) },
      ]}
    />
  );
}

const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;

interface BarsProps extends RequestsChartProps {
  onMark: (day: Day | undefined) => void;
}

function Bars({ days, label, onMark }: BarsProps) {
  const [frame, width] = useWidth();
  const { top, values } = scaleOf(Math.max(0, ...days.map((day) => day.requests)));
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const step = Math.max(0, width - LEFT) / Math.max(1, days.length);
  const barWidth = Math.max(1, Math.min(step * 0.68, 26));
  const labelled = Math.max(1, Math.ceil(72 / Math.max(step, 0.01)));
  return (
    <div ref={frame} className="chart-frame">
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={label}
          onPointerLeave={() => onMark(undefined)}
        >
          {values.map((value) => (
            <g key={value} className="chart-line">
              <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {formatCompact(value)}
              </text>
            </g>
          ))}
          {days.map((day, index) => {
            const x = LEFT + step * index;
            const isLabelled = (days.length - 1 - index) % labelled === 0 && index * step > 20;
            // The last label ends at the edge.
            const isLast = index === days.length - 1;
            return (
              <g key={day.date} className="chart-day" onPointerEnter={() => onMark(day)}>
                <rect className="chart-area" x={x} y={0} width={step} height={HEIGHT - BOTTOM} />
                <Bar
                  x={x + (step - barWidth) / 2}
                  width={barWidth}
                  from={0}
                  to={day.requests}
                  y={y}
                  className="chart-requests"
                />
                <Bar
                  x={x + (step - barWidth) / 2}
                  width={barWidth}
                  from={0}
                  to={day.errors}
                  y={y}
                  className="chart-errors"
                />
                {isLabelled && (
                  <text
                    x={isLast ? width : x + step / 2}
                    y={HEIGHT - 6}
                    textAnchor={isLast ? 'end' : 'middle'}
                  >
                    {formatShortDay(day.date)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

interface BarProps {
  x: number;
  width: number;
  from: number;
  to: number;
  y: (value: number) => number;
  className: string;
}

function Bar({ x, width, from, to, y, className }: BarProps) {
  const height = y(from) - y(to);
  return (
    to > from && (
      <rect
        className={className}
        x={x}
        y={y(to)}
        width={width}
        height={Math.max(height, 1.5)}
        rx={Math.min(2.5, width / 3)}
      />
    )
  );
}
