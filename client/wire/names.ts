/** camelCase to snake_case: `autoStopMinutes` is `auto_stop_minutes`. Pure. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
