"""What a side does between turns: orders, receipts, workbook, maps."""
