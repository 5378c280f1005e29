package dev.guidellm.search;

/// A straight line through points, by least squares.
///
/// @param squaredError sum of the squared distances in y
record SegmentLine(double slope, double intercept, double squaredError) {

    /// The line through the points `first` to `last`, both included; their x are not all equal.
    static SegmentLine through(double[] x, double[] y, int first, int last) {
        int n = last - first + 1;
        double sumX = 0;
        double sumY = 0;
        for (int i = first; i <= last; i++) {
            sumX += x[i];
            sumY += y[i];
        }
        double meanX = sumX / n;
        double meanY = sumY / n;
        double spread = 0;
        double product = 0;
        for (int i = first; i <= last; i++) {
            spread += (x[i] - meanX) * (x[i] - meanX);
            product += (x[i] - meanX) * (y[i] - meanY);
        }
        double slope = product / spread;
        double intercept = meanY - slope * meanX;
        double squaredError = 0;
        for (int i = first; i <= last; i++) {
            double distance = y[i] - (slope * x[i] + intercept);
            squaredError += distance * distance;
        }
        return new SegmentLine(slope, intercept, squaredError);
    }
}
