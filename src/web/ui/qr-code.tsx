/** The dark modules that `qrPath` made, drawn at the size of its box. `label` says whose code it is. */
export function QrCode({ code, label }: { code: { size: number; path: string }; label: string }) {
  return (
    <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={code.path} fill="#000" />
    </svg>
  );
}
